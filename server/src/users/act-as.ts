import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';

type Row = Pick<Actor, 'id' | 'username' | 'name' | 'role' | 'currency' | 'isDemo' | 'ancestorIds'>;

/** An account as one who acts, for verbs that are called without a request. */
export async function actAs(db: Db, username: string): Promise<Actor> {
  const { rows } = await sql<Row>`
    select id, username, name, role, currency, is_demo as "isDemo", ancestor_ids as "ancestorIds"
    from users where username = ${username}`.execute(db);
  assert(rows[0], 'One acts only for an account that exists.');
  return {
    ...rows[0],
    sessionId: 0n,
    status: 'active',
    limits: { minimumBetsMinor: null, maximumBetsMinor: null },
    idempotencyKey: null,
    address: 'platform',
    requestId: 'platform',
  };
}
