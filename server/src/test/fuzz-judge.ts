import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@pitboss/contract/endpoint';
import * as z from 'zod/mini';
import type { FuzzRequest } from './fuzz-requests.ts';

export interface FuzzReply {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** What tells a stranger of our insides: a stack, a statement, a file, a driver's own words. */
const leaks = [
  /\bat \S+ \(|\.(ts|mjs|cjs|js):\d+/,
  /node_modules|node:internal|\/server\/src\//,
  /\b(select|insert into|update|delete from)\b.{1,80}\b(from|values|set|where)\b/is,
  /relation "|column "|syntax error at|violates \w+|duplicate key|invalid input syntax/i,
  /invalid byte sequence|out of range for type|PostgreSQL|pg_catalog|kysely|fastify/i,
  /(Type|Range|Reference|Syntax|Zod)Error|Cannot read prop|is not a function|ECONN/,
];

/** What is wrong with an answer, whatever was asked; nothing where all is well. */
export function faultsOf(
  endpoint: Endpoint,
  documented: ReadonlySet<number>,
  request: FuzzRequest,
  reply: FuzzReply,
): string[] {
  const { status, headers, text } = reply;
  const faults: string[] = [];
  if (status >= 500) faults.push(`answers ${status}`);
  else if (!documented.has(status)) faults.push(`answers ${status}, which is not documented`);
  if (status < 300 && request.mustFail) faults.push('accepts what the contract refuses');
  if (!String(headers['content-type']).startsWith('application/json')) {
    faults.push(`answers as ${headers['content-type']}`);
  }
  for (const leak of leaks) {
    const found = leak.exec(text)?.[0];
    if (found && !isEcho(request, found)) faults.push(`lets out "${found.slice(0, 60)}"`);
  }
  return [...faults, ...faultsOfBody(endpoint, reply)];
}

/** A name or a value that was sent may be named in the answer. */
function isEcho({ payload, url }: FuzzRequest, found: string): boolean {
  return String(payload ?? '').includes(found) || decodeURI(url).includes(found);
}

function faultsOfBody(endpoint: Endpoint, { status, text }: FuzzReply): string[] {
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text);
  } catch {
    return ['answers with what is no JSON'];
  }
  const strange = Object.keys(body).filter(
    (key) => !['status', 'message', 'data', 'errors'].includes(key),
  );
  const isSuccess = status < 300;
  const errors = Object.values((body.errors ?? {}) as object);
  const isEnvelope =
    strange.length === 0 &&
    body.status === (isSuccess ? 'success' : 'error') &&
    typeof body.message === 'string' &&
    body.message !== '' &&
    errors.every((message) => typeof message === 'string' && message !== '');
  if (!isEnvelope) return ['answers outside of the envelope'];
  if (!isSuccess) return 'data' in body ? ['refuses with data'] : [];
  // Decoded and encoded again it is the same: no field is missing, and none too many.
  const read = z.safeDecode(endpoint.result, body.data);
  if (!read.success) return ['answers against its schema'];
  const again = z.encode(endpoint.result, read.data);
  return isDeepStrictEqual(again, body.data) ? [] : ['answers more than its schema says'];
}
