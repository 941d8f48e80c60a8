import { createHash } from 'node:crypto';
import type { Endpoint } from '@pitboss/contract/endpoint';
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

/** The key of a call that moves money, for what it asks as that was understood. */
export function keyOf(endpoint: Endpoint, sent: string | null, input: Input): Key | undefined {
  if (sent === null || endpoint.effect !== 'money') return undefined;
  return { key: sent, requestHash: hashRequest(endpoint, input) };
}

/**
 * Passwords stay out: a quick hash of one could be guessed from a copy of the database. So does an
 * account that stands in the path as well: with it or without it is the same order.
 */
function hashRequest(endpoint: Endpoint, { params, body, files }: Input): Buffer {
  const inPath = Object.values(params);
  const fields = Object.entries(body as object).filter(
    ([name, value]) => !/password/i.test(name) && !(name === 'userId' && inPath.includes(value)),
  );
  const hash = createHash('sha256').update(toJson([endpoint.name, params, fields]));
  for (const [name, bytes] of Object.entries(files)) hash.update(name).update(bytes);
  return hash.digest();
}
