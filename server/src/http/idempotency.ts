import { createHash } from 'node:crypto';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { hashDearly } from '../auth/password.ts';
import { toJson } from '../kernel/json.ts';
import { fieldRefusal } from '../kernel/refusal.ts';

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  /** To be kept by the browser that signed in. */
  cookie?: string | undefined;
}

/** A key to be claimed, and what it stands for. */
export interface Key {
  key: string;
  requestHash: Buffer;
}

/** A key is 1 to 255 visible characters; anything else cannot be told apart safely. */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && /^[!-~]{1,255}$/.test(header)) return header;
  throw fieldRefusal('Idempotency-Key', 'An Idempotency-Key is 1 to 255 visible characters.');
}

interface Input {
  params: object;
  body: unknown;
  files: Record<string, Buffer>;
}

/** The key of a call that moves money, with a hash of the request as it was understood. */
export async function keyOf(
  endpoint: Endpoint,
  sent: string | null,
  input: Input,
): Promise<Key | undefined> {
  if (sent === null || endpoint.effect !== 'money') return undefined;
  return { key: sent, requestHash: await hashRequest(endpoint, sent, input) };
}

/**
 * Two requests are the same when all their fields are, passwords included. A quick hash of a
 * password could be guessed from a copy of the database, so passwords go in through the slow hash
 * that accounts use, salted with the other fields. A `userId` that repeats the path is left out:
 * with it or without it the request is the same.
 */
async function hashRequest(endpoint: Endpoint, key: string, input: Input): Promise<Buffer> {
  const { params, body, files } = input;
  const fields = Object.entries(body as object);
  const isSecret = ([name]: [string, unknown]) => /password/i.test(name);
  const isInPath = ([name, value]: [string, unknown]) =>
    name === 'userId' && Object.values(params).includes(value);
  const open = fields.filter((field) => !isSecret(field) && !isInPath(field));
  const hash = createHash('sha256').update(toJson([endpoint.name, params, open]));
  for (const [name, bytes] of Object.entries(files)) hash.update(name).update(bytes);
  const secrets = fields.filter(isSecret);
  if (secrets.length === 0) return hash.digest();
  const salt = hash.copy().update(key).digest();
  return hash.update(await hashDearly(toJson(secrets), salt)).digest();
}
