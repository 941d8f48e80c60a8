import type { Readable } from 'node:stream';
import type pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';

interface Message {
  name: string;
  severity?: string;
}

/** What of the parser its types do not tell. The body of a message begins at `offset`. */
interface PacketReader {
  parse(chunk: Buffer, onMessage: (message: Message) => void): void;
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message;
}

/** What of a connection in `pg` its types do not tell. */
interface Wire {
  attachListeners(stream: Readable): void;
  emit(event: string, message: Message): void;
}

const notice = 0x4e;
const severityField = 0x56;

/**
 * PostgreSQL sends the severity of a notice twice: in the language of the server (`S`), which is
 * all that `pg` tells, and as a word that is never translated (`V`). From here on it is the latter.
 */
export function tellSeverity(client: pg.Client): void {
  const wire = client.connection as unknown as Wire;
  wire.attachListeners = (stream) => {
    const parser = new Parser() as unknown as PacketReader;
    const read = parser.handlePacket.bind(parser);
    parser.handlePacket = (offset, code, length, bytes) => {
      const message = read(offset, code, length, bytes);
      if (code !== notice) return message;
      return Object.assign(message, { severity: severityIn(bytes, offset) ?? message.severity });
    };
    stream.on('data', (chunk: Buffer) =>
      parser.parse(chunk, (message) =>
        wire.emit(message.name === 'error' ? 'errorMessage' : message.name, message),
      ),
    );
  };
}

/** The fields of a notice: a letter each, then text up to a zero; a zero ends them all. */
function severityIn(bytes: Buffer, start: number): string | undefined {
  for (let at = start; bytes[at]; ) {
    const end = bytes.indexOf(0, at + 1);
    if (bytes[at] === severityField) return bytes.toString('utf8', at + 1, end);
    at = end + 1;
  }
  return undefined;
}
