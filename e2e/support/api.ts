import { type Endpoint, paramNames, type Whole } from '@pitboss/contract/endpoint';
import type { Schema } from '@pitboss/contract/wire';

type Sent<S extends Schema> = S['_zod']['input'];
type Told<S extends Schema> = Whole<Exclude<Sent<S>, undefined>>;

interface Input<E extends Endpoint> {
  token?: string;
  /** A game server's, in place of a session. */
  serviceKey?: string;
  params?: Record<string, string>;
  body?: Sent<E['body']>;
  /** Of an endpoint that takes them, by the names of their fields. */
  files?: Record<string, Blob>;
}

export function address(): string {
  const given = process.env.PITBOSS_ADDRESS;
  if (!given) throw new Error('The platform under test has not said where it listens.');
  return given;
}

/** Calls the platform as any other client would and gives back `data` as it is on the wire. */
export async function call<E extends Endpoint>(
  endpoint: E,
  { token, serviceKey, params = {}, body, files = {} }: Input<E>,
): Promise<Told<E['result']>> {
  let path: string = endpoint.path;
  for (const name of paramNames(path)) path = path.replace(`{${name}}`, params[name] ?? '');
  const { type, content } = encoded(endpoint, body ?? {}, files);
  const response = await fetch(`${address()}/api${path}`, {
    method: endpoint.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(serviceKey ? { 'x-service-key': serviceKey } : {}),
      ...(type ? { 'content-type': type } : {}),
    },
    ...(content ? { body: content } : {}),
  });
  const envelope = (await response.json()) as { message: string; data: Told<E['result']> };
  if (!response.ok) {
    throw new Error(`${endpoint.name} answered ${response.status}: ${envelope.message}`);
  }
  return envelope.data;
}

interface Encoded {
  /** `fetch` names the type of a form with files by itself. */
  type?: string;
  content?: string | FormData;
}

function encoded({ method, takes }: Endpoint, body: object, files: Record<string, Blob>): Encoded {
  if (method === 'GET' || method === 'DELETE') return {};
  if (takes !== 'multipart') return { type: 'application/json', content: JSON.stringify(body) };
  const content = new FormData();
  for (const [name, value] of Object.entries(body)) content.append(name, String(value));
  for (const [name, file] of Object.entries(files)) content.append(name, file, `${name}.png`);
  return { content };
}
