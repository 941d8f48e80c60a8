import { type Endpoint, paramNames, type Whole } from '@pitboss/contract/endpoint';
import type { Schema } from '@pitboss/contract/wire';
import { ask, formBytes } from './http-client.ts';

type Sent<S extends Schema> = S['_zod']['input'];
type Told<S extends Schema> = Whole<Exclude<Sent<S>, undefined>>;
export type Files = Record<string, Blob | Buffer>;

export interface Input<E extends Endpoint> {
  token?: string;
  /** A game server's, in place of a session. */
  serviceKey?: string;
  params?: Record<string, string>;
  body?: Sent<E['body']>;
  /** Of an endpoint that takes them, by the names of their fields. */
  files?: Files;
}

/** Calls a node as any other client would and gives back `data` as it is on the wire. */
export async function callEndpoint<E extends Endpoint>(
  address: string,
  endpoint: E,
  { token, serviceKey, params = {}, body, files = {} }: Input<E> = {},
): Promise<Told<E['result']>> {
  const { path, payload, headers } = await encodeCall(endpoint, params, body ?? {}, files);
  const given = { method: endpoint.method, path, token, serviceKey, headers, body: payload };
  const { status, message, data } = await ask(address, given);
  if (status >= 200 && status < 300) return data;
  throw new Error(`${endpoint.name} answered ${status}: ${message}`);
}

export interface EncodedCall {
  /** With what stands in the query. */
  path: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

/**
 * A call as the endpoint takes it: in the query of a GET, as a form with files, else as JSON. A
 * query or a form with a field twice is a list of pairs.
 */
export async function encodeCall(
  endpoint: Endpoint,
  params: Record<string, bigint | string>,
  wire: unknown,
  files: Files = {},
): Promise<EncodedCall> {
  let path: string = `/api${endpoint.path}`;
  for (const name of paramNames(path)) path = path.replace(`{${name}}`, String(params[name]));
  // As browsers send it: without a body, unless there is something in it.
  const isBare = endpoint.method === 'DELETE' && Object.keys(Object(wire)).length === 0;
  if (isBare) return { path, headers: {} };
  if (endpoint.method === 'GET') {
    const query = new URLSearchParams(wire as Record<string, string>).toString();
    return { path: query ? `${path}?${query}` : path, headers: {} };
  }
  if (endpoint.takes !== 'multipart') {
    const payload = typeof wire === 'string' ? wire : JSON.stringify(wire);
    return { path, headers: { 'content-type': 'application/json' }, payload };
  }
  const { payload, type } = await formBytes(formOf(wire as object, files));
  return { path, headers: { 'content-type': type }, payload };
}

function formOf(wire: object, files: Files): FormData {
  const form = new FormData();
  const fields = Array.isArray(wire) ? (wire as [string, unknown][]) : Object.entries(wire);
  for (const [name, value] of fields) form.append(name, String(value));
  for (const [name, file] of Object.entries(files)) {
    const blob = file instanceof Blob ? file : new Blob([new Uint8Array(file)]);
    form.append(name, blob, `${name}.png`);
  }
  return form;
}
