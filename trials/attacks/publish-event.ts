import { type Answer, ask } from '@pitboss/testkit/http-client';
import type { Upload } from './pictures.ts';

export interface Part {
  name: string;
  value: string | Upload;
}

/** Written out, because names with a NUL or a path in them are what it is about. */
function formOf(parts: Part[]): Buffer {
  const written = parts.flatMap(({ name, value }) => {
    const isText = typeof value === 'string';
    const file = isText ? '' : `; filename="${value.name}"\r\ncontent-type: ${value.type}`;
    const head = `--x\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
    const body = isText ? Buffer.from(value) : value.bytes;
    return [Buffer.from(head), body, Buffer.from('\r\n')];
  });
  return Buffer.concat([...written, Buffer.from('--x--\r\n')]);
}

let serial = 0;

export function eventOf(...more: Part[]): Part[] {
  serial += 1;
  return [
    { name: 'eventId', value: `upload-${serial}` },
    { name: 'eventName', value: 'An upload' },
    { name: 'link', value: 'https://play.example.com/' },
    ...more,
  ];
}

/** Sends an event with whatever files; what is answered is the answer. */
export async function publish(port: number, token: string, parts: Part[]): Promise<Answer> {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  return ask(port, { path: '/api/event/createevent', token, headers, body: formOf(parts) });
}
