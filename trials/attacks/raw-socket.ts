import { connect } from 'node:net';

/** Writes bytes as they are and reads what comes until the end, or until nothing more comes. */
export function rawExchange(
  port: number,
  bytes: string | Buffer,
  quietMs = 1_500,
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const finish = () => {
      socket.destroy();
      resolve(text);
    };
    socket.setTimeout(quietMs, finish);
    socket.on('data', (part) => {
      text += part.toString('latin1');
    });
    socket.once('close', finish).on('error', finish);
    socket.write(Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes, 'latin1'));
  });
}

/** The statuses of the answers in what was read; a made-up answer of HTTP/0.9 counts as 200. */
export function statusesOf(text: string): number[] {
  const found = [...text.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status));
  return found.length === 0 && text !== '' ? [200] : found;
}

/**
 * A connection that drips one byte after the other and never says all. Resolves with the seconds
 * until the server ended it, or with undefined when it was still there at the limit.
 */
export function drip(
  port: number,
  first: string,
  byte: string,
  limitMs: number,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const socket = connect(port, '127.0.0.1');
    const dripping = setInterval(() => byte && socket.write(byte), 1_500);
    const limit = setTimeout(() => finish(false), limitMs);
    const finish = (isEnded: boolean) => {
      clearInterval(dripping);
      clearTimeout(limit);
      socket.destroy();
      resolve(isEnded ? (performance.now() - startedAt) / 1000 : undefined);
    };
    socket.on('error', () => {}).once('close', () => finish(true));
    // Read what is said, or the end would never be seen.
    socket.resume();
    if (first) socket.write(first);
  });
}

/** Connections that only stand there. */
export async function holdOpen(port: number, count: number): Promise<() => void> {
  const sockets = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<{ destroy(): void }>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => resolve(socket));
          socket.on('error', () => resolve(socket));
        }),
    ),
  );
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}
