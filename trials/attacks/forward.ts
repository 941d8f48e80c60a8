import { request } from 'node:http';
import { careless } from './stage.ts';

interface Change {
  /** Headers that go with each request. */
  headers?: (serial: number) => Record<string, string>;
  /** The status that is handed back for the one that was answered, once it is known. */
  status?: (status: number) => number | Promise<number>;
}

/** Hands requests on to a node, changed on the way; for tools that cannot do so themselves. */
export function through<T>(
  port: number,
  { headers = () => ({}), status = (same) => same }: Change,
  work: (port: number) => Promise<T>,
): Promise<T> {
  let serial = 0;
  return careless((incoming, outgoing) => {
    serial += 1;
    const { method, url: path } = incoming;
    const sent = { method, path, headers: { ...incoming.headers, ...headers(serial) } };
    const onward = request({ host: '127.0.0.1', port, ...sent }, async (reply) => {
      const parts: Buffer[] = [];
      for await (const part of reply) parts.push(part);
      const { 'transfer-encoding': _, 'keep-alive': __, ...rest } = reply.headers;
      const answered = { ...rest, connection: 'close' };
      // In one piece and closed: hydra takes an answer to go on for as long as the line is open.
      const handed = await status(reply.statusCode ?? 0);
      outgoing.writeHead(handed, answered).end(Buffer.concat(parts));
    });
    onward.once('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }, work);
}
