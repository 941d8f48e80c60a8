import { connect, type Socket } from 'node:net';

export interface Load {
  port: number;
  connections: number;
  durationMs: number;
  /** The next request's path, headers and JSON body. */
  next: () => { path: string; headers: string; body: string };
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/**
 * Sends requests over keep-alive connections, one at a time on each, until time is up. Written on
 * bare sockets, because a full HTTP client would take the core that the server needs.
 */
export async function httpLoad(load: Load): Promise<LoadResult> {
  const times: number[] = [];
  let refused = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + load.durationMs;
  const workers = Array.from({ length: load.connections }, async () => {
    const socket = connect(load.port, '127.0.0.1').setNoDelay(true);
    while (performance.now() < endsAt) {
      const sentAt = performance.now();
      const status = await exchange(socket, requestText(load.next()));
      times.push(performance.now() - sentAt);
      if (status >= 300) refused++;
    }
    socket.destroy();
  });
  await Promise.all(workers);
  const seconds = (performance.now() - startedAt) / 1000;
  if (refused > 0) throw new Error(`${refused} calls were refused.`);
  times.sort((one, other) => one - other);
  return {
    perSecond: times.length / seconds,
    p50Ms: times[Math.floor(times.length * 0.5)] ?? 0,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

function requestText({ path, headers, body }: ReturnType<Load['next']>): string {
  return (
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n\r\n${body}`
  );
}

/** Our answers carry a content-length, so the end of one is known from its head. */
function exchange(socket: Socket, request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const headEnd = text.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (text.length < headEnd + 4 + length) return;
      socket.off('data', onData).off('error', reject);
      resolve(Number(text.slice(9, 12)));
    };
    socket.on('data', onData).once('error', reject);
    socket.write(request);
  });
}
