import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';

type Row = Pick<
  Actor,
  'id' | 'username' | 'name' | 'role' | 'currency' | 'isDemo' | 'ancestorIds'
> &
  Actor['limits'];

/** An account as one who acts, and held, for verbs that are called without a request. */
export async function actAs(db: Db, username: string): Promise<Actor> {
  const { rows } = await sql<Row>`
    select u.id, u.username, u.name, u.role, u.currency, u.is_demo as "isDemo",
      u.ancestor_ids as "ancestorIds", u.minimum_bets_minor as "minimumBetsMinor",
      u.maximum_bets_minor as "maximumBetsMinor"
    from users named cross join lateral hold_person(named.id, false) u
    where lower(named.username) = lower(${username})`.execute(db);
  assert(rows[0], 'One acts only for an account that exists.');
  const { minimumBetsMinor, maximumBetsMinor, ...person } = rows[0];
  return {
    ...person,
    sessionId: 0n,
    isFresh: true,
    status: 'active',
    limits: { minimumBetsMinor, maximumBetsMinor },
    idempotencyKey: null,
    address: 'platform',
    requestId: 'platform',
  };
}
