import { createHash } from 'node:crypto';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Actor, Service } from '../kernel/actor.ts';
import { toJson } from '../kernel/json.ts';
import { fieldRefusal, Refusal } from '../kernel/refusal.ts';

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  /** To be kept by the browser that signed in. */
  cookie?: string | undefined;
}

/** A key is 1 to 255 visible characters; anything else cannot be told apart safely. */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && /^[!-~]{1,255}$/.test(header)) return header;
  throw fieldRefusal('Idempotency-Key', 'An Idempotency-Key is 1 to 255 visible characters.');
}

/**
 * What a key stands for: the call, the account in its path, and its body as it was understood.
 * Passwords stay out: a quick hash of one could be guessed from a copy of the database.
 */
export function hashRequest(
  endpoint: Endpoint,
  params: object,
  body: object,
  files: Record<string, Buffer>,
): Buffer {
  const fields = Object.entries(body).filter(([name]) => !/password/i.test(name));
  const hash = createHash('sha256').update(toJson([endpoint.name, params, fields]));
  for (const [name, bytes] of Object.entries(files)) hash.update(name).update(bytes);
  return hash.digest();
}

/**
 * Takes the key for the rest of the transaction. Answers with what was answered before, if the
 * same call was made with it, and refuses another call or one that is still running.
 */
export async function claimKey(
  tx: Tx,
  caller: Actor | Service,
  key: string,
  requestHash: Buffer,
): Promise<Answer | undefined> {
  const { actor_id, service_key_id } = holderOf(caller);
  const { rows } = await sql<{
    is_mine: boolean;
    request_hash: Buffer | null;
    http_status: number;
    answer: Answer['body'];
  }>`
    select * from claim_idempotency_key(${actor_id}::bigint, ${service_key_id}::bigint,
      ${key})`.execute(tx);
  const claim = rows[0];
  if (!claim?.is_mine) {
    throw new Refusal('conflict', 'A call with this Idempotency-Key is still running.');
  }
  if (!claim.request_hash) return undefined;
  if (!claim.request_hash.equals(requestHash)) {
    throw new Refusal(
      'keyReused',
      'This Idempotency-Key was used for another call. Check the statement before trying again.',
    );
  }
  // A mark in the log: our commit waits for a standby, and what it answers for went before it.
  await sql`select pg_logical_emit_message(true, 'pitboss', 'replay')`.execute(tx);
  return { status: claim.http_status, body: claim.answer };
}

/** A key belongs to the person or the game server that sent it. */
function holderOf(caller: Actor | Service) {
  return 'keyId' in caller
    ? { actor_id: null, service_key_id: caller.keyId }
    : { actor_id: caller.id, service_key_id: null };
}

/** Keeps the answer under its key, so that the same call again is answered with it. */
export function insertAnswer(
  tx: Tx,
  caller: Actor | Service,
  key: string,
  requestHash: Buffer,
  answer: Answer,
) {
  return tx.insertInto('idempotency_keys').values({
    ...holderOf(caller),
    key,
    request_hash: requestHash,
    http_status: answer.status,
    answer: toJson(answer.body),
  });
}
