import { type Endpoint, paramNames } from '@pitboss/contract/endpoint';
import type { Schema } from '@pitboss/contract/wire';

type Sent<S extends Schema> = S['_zod']['input'];

interface Input<E extends Endpoint> {
  token?: string;
  params?: Record<string, string>;
  body?: Sent<E['body']>;
}

export function address(): string {
  const given = process.env.PITBOSS_ADDRESS;
  if (!given) throw new Error('The platform under test has not said where it listens.');
  return given;
}

/** Calls the platform as any other client would and gives back `data` as it is on the wire. */
export async function call<E extends Endpoint>(
  endpoint: E,
  { token, params = {}, body }: Input<E>,
): Promise<Sent<E['result']>> {
  let path: string = endpoint.path;
  for (const name of paramNames(path)) path = path.replace(`{${name}}`, params[name] ?? '');
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
  const response = await fetch(`${address()}/api${path}`, {
    method: endpoint.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  const envelope = (await response.json()) as { message: string; data: Sent<E['result']> };
  if (!response.ok) {
    throw new Error(`${endpoint.name} answered ${response.status}: ${envelope.message}`);
  }
  return envelope.data;
}
