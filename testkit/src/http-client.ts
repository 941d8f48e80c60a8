import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

export interface Asked {
  /** GET without a body, POST with one, unless it is named. */
  method?: string;
  path: string;
  token?: string | undefined;
  /** A game server's, in place of a session. */
  serviceKey?: string | undefined;
  /** The idempotency key. */
  key?: string | undefined;
  headers?: Record<string, string>;
  /** An object goes out as JSON, a form with its files, text and bytes as they are. */
  body?: object | string | Buffer | FormData | undefined;
  agent?: Agent;
  /** After this the caller gives up waiting. */
  patienceMs?: number;
  signal?: AbortSignal;
}

export interface Answer {
  /** 0 when no answer came, or not all of it. */
  status: number;
  /** Why none came. */
  reason: string;
  headers: IncomingHttpHeaders;
  /** The body as it came. */
  text: string;
  bytes: Buffer;
  /** From the first byte sent to the last one read. */
  ms: number;
  message: string;
  // biome-ignore lint/suspicious/noExplicitAny: whoever asks knows the answer.
  data: any;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const usualPatienceMs = 60_000;

/** How it ends when the server hangs up on a body that is too large. */
const cutOff = new Set(['EPIPE', 'ECONNRESET']);

/** A node by its address, or by its port on this machine. */
type Node = string | number;

/** One request; whatever breaks on the way is an answer that never came, with status 0. */
export async function tryAsk(node: Node, asked: Asked): Promise<Answer> {
  const { payload, headers } = await encoded(asked);
  const limit = AbortSignal.timeout(asked.patienceMs ?? usualPatienceMs);
  const options = {
    agent: asked.agent ?? agent,
    method: asked.method ?? (asked.body === undefined ? 'GET' : 'POST'),
    headers,
    signal: asked.signal ? AbortSignal.any([asked.signal, limit]) : limit,
  };
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const fail = (error: Error & { code?: string }) => {
      const reason = limit.aborted ? 'no answer in time' : (error.code ?? error.message);
      resolve(noAnswer(reason, performance.now() - startedAt));
    };
    const outgoing = request(addressOf(node, asked.path), options, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part)).once('error', fail);
      reply.once('end', () => resolve(read(reply, parts, performance.now() - startedAt)));
    });
    outgoing.once('error', fail);
    outgoing.end(payload);
  });
}

/**
 * One request; whatever is answered is an answer, also a refusal. Where the server hangs up before
 * it was told all, the status is 0; anything else that breaks is thrown.
 */
export async function ask(node: Node, asked: Asked): Promise<Answer> {
  const answer = await tryAsk(node, asked);
  if (answer.reason === '' || cutOff.has(answer.reason)) return answer;
  throw new Error(`${asked.path}: ${answer.reason}.`);
}

/** The same, for calls that must be done before a test or a trial can begin. */
export async function must(node: Node, asked: Asked): Promise<Answer> {
  const answer = await ask(node, asked);
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new Error(`${asked.path} was refused: ${answer.status} ${answer.text.slice(0, 200)}`);
}

/** Whether the node would be given work now. */
export async function isReady(node: Node): Promise<boolean> {
  return (await tryAsk(node, { path: '/api/ready', patienceMs: 5_000 })).status === 200;
}

function addressOf(node: Node, path: string): string {
  return `${typeof node === 'number' ? `http://127.0.0.1:${node}` : node}${path}`;
}

async function encoded({ body, token, serviceKey, key, headers }: Asked) {
  const { payload, type } = await payloadOf(body);
  return {
    payload,
    headers: {
      'user-agent': 'node',
      ...(type ? { 'content-type': type } : {}),
      ...(payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(serviceKey ? { 'x-service-key': serviceKey } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...headers,
    },
  };
}

async function payloadOf(
  body: Asked['body'],
): Promise<{ payload?: string | Buffer; type?: string }> {
  if (body === undefined) return {};
  if (typeof body === 'string' || Buffer.isBuffer(body)) return { payload: body };
  if (body instanceof FormData) return formBytes(body);
  return { payload: JSON.stringify(body), type: 'application/json' };
}

/** A form as it goes over the wire. */
export async function formBytes(form: FormData): Promise<{ payload: Buffer; type: string }> {
  const written = new Response(form);
  const type = written.headers.get('content-type') ?? '';
  return { payload: Buffer.from(await written.arrayBuffer()), type };
}

function read(reply: IncomingMessage, parts: Buffer[], ms: number): Answer {
  const bytes = Buffer.concat(parts);
  const text = bytes.toString('utf8');
  const { statusCode: status = 0, headers } = reply;
  return { status, reason: '', headers, text, bytes, ms, ...envelopeOf(text) };
}

function envelopeOf(text: string): Pick<Answer, 'message' | 'data'> {
  try {
    const { message = '', data } = JSON.parse(text);
    return { message, data };
  } catch {
    return { message: '', data: undefined };
  }
}

function noAnswer(reason: string, ms: number): Answer {
  const nothing = { headers: {}, text: '', bytes: Buffer.alloc(0), data: undefined };
  return { status: 0, reason, message: reason, ms, ...nothing };
}
