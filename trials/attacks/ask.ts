import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Asked {
  method?: string;
  path: string;
  token?: string | undefined;
  headers?: Record<string, string>;
  /** An object goes out as JSON, text and bytes as they are. */
  body?: object | string | Buffer | undefined;
  agent?: Agent;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
  ms: number;
  // biome-ignore lint/suspicious/noExplicitAny: each attack knows the answer that it asked for.
  data: any;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const limitMs = 60_000;

/** How it ends when the server hangs up on a body that is too large. */
const cutOff = new Set(['EPIPE', 'ECONNRESET']);

/**
 * One request over loopback; whatever is answered is an answer, also a refusal. Where the server
 * hangs up before it was told all, the status is 0.
 */
export function ask(port: number, asked: Asked): Promise<Answer> {
  const { token, body, headers = {}, path } = asked;
  const isPlain = typeof body === 'string' || Buffer.isBuffer(body) || body === undefined;
  const payload = isPlain ? body : JSON.stringify(body);
  const method = asked.method ?? (body === undefined ? 'GET' : 'POST');
  const sent = {
    ...(isPlain ? {} : { 'content-type': 'application/json' }),
    ...(payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...headers,
  };
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, headers: sent, timeout: limitMs };
    const outgoing = request({ agent: asked.agent ?? agent, ...options }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part)).once('error', reject);
      reply.once('end', () => {
        const bytes = Buffer.concat(parts);
        const text = bytes.toString('utf8');
        const ms = performance.now() - startedAt;
        const { statusCode: status = 0, headers: answered } = reply;
        resolve({ status, headers: answered, text, bytes, ms, data: dataOf(text) });
      });
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error(`${path}: no answer in time.`)));
    outgoing.once('error', (error: Error & { code?: string }) => {
      if (error.code === undefined || !cutOff.has(error.code)) return reject(error);
      const none = { headers: {}, text: '', bytes: Buffer.alloc(0), data: undefined };
      resolve({ status: 0, ms: performance.now() - startedAt, ...none });
    });
    outgoing.end(payload);
  });
}

function dataOf(text: string): unknown {
  try {
    return JSON.parse(text).data;
  } catch {
    return undefined;
  }
}

/** The same, for calls that an attack needs done before it can begin. */
export async function must(port: number, asked: Asked): Promise<Answer> {
  const answer = await ask(port, asked);
  if (answer.status < 300) return answer;
  throw new Error(`${asked.path} was refused: ${answer.status} ${answer.text.slice(0, 200)}`);
}

export async function signIn(
  port: number,
  person: { username: string; password: string },
  headers: Record<string, string> = {},
): Promise<string> {
  const { username, password } = person;
  const body = { username, password };
  return (await must(port, { path: '/api/auth/login', body, headers })).data.token;
}

export const clientPassword = 'Quiet-lagoon-77';

/** A client or an operator below the caller, and its id. */
export async function makePerson(
  port: number,
  token: string,
  person: {
    username: string;
    role?: 'USER' | 'ADMIN';
    balance?: number;
    status?: string;
    isDemo?: boolean;
  },
): Promise<string> {
  const rest = { name: person.username, password: clientPassword, currency: 'USD' };
  const body = { role: 'USER', ...rest, ...person };
  return (await must(port, { path: '/api/users/create', token, body })).data._id;
}
