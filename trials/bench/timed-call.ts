import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export interface Timed {
  ms: number;
  // biome-ignore lint/suspicious/noExplicitAny: each bench knows the answer that it asked for.
  data: any;
}

/** One call, measured from its first byte sent to the last byte read. */
export async function timedCall(
  port: number,
  path: string,
  token: string,
  body?: object,
): Promise<Timed> {
  const text = body ? JSON.stringify(body) : undefined;
  const startedAt = performance.now();
  const { status, answer } = await new Promise<{ status: number; answer: string }>(
    (resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(text ? { 'content-type': 'application/json', 'content-length': text.length } : {}),
      };
      const method = body ? 'POST' : 'GET';
      const sent = request({ agent, host: '127.0.0.1', port, path, method, headers }, (reply) => {
        let answer = '';
        reply.setEncoding('utf8').on('data', (part: string) => {
          answer += part;
        });
        reply.once('end', () => resolve({ status: reply.statusCode ?? 0, answer }));
      });
      sent.once('error', reject).end(text);
    },
  );
  const ms = performance.now() - startedAt;
  const { data, message } = JSON.parse(answer);
  if (status >= 300) throw new Error(`${path}: ${message}`);
  return { ms, data };
}
