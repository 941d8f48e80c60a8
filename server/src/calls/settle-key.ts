import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { Refusal } from '../kernel/refusal.ts';

interface Outcome {
  outcome: 'done' | 'notDone';
  message: string;
}

/** What became of the actor's call under a key; one that was not done is given up for good. */
export async function settleKey(tx: Tx, { id }: Actor, key: string): Promise<Outcome> {
  const { rows } = await sql<{ outcome: Outcome['outcome'] | 'running'; message: string }>`
    select outcome, message from settle_key(${id}::bigint, ${key})`.execute(tx);
  const [{ outcome, message }] = rows as [(typeof rows)[number]];
  if (outcome === 'running') {
    throw new Refusal('conflict', 'This call is still running.', { retryAfterSeconds: 1 });
  }
  return { outcome, message };
}
