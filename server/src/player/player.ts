import assert from 'node:assert/strict';
import type { ResultOf } from '@pitboss/contract/endpoint';
import type { player } from '@pitboss/contract/player';
import { sql } from 'kysely';
import { type BetRow, betColumns, betSource } from '../bets/bet-row.ts';
import {
  type CashRequestRow,
  cashRequestColumns,
  cashRequestSource,
} from '../cash-requests/get-cash-request.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { balanceOfUser, exposureOfUser } from '../ledger/balances.ts';
import { type RoundRow, roundColumns, roundSource, seedOf, toRound } from '../rounds/round-row.ts';

/** The client itself, with the status and the limits that count: its own or worse ones above. */
export async function getMe(db: Db, actor: Actor): Promise<ResultOf<typeof player.me>> {
  const { rows } = await sql<ResultOf<typeof player.me>>`
    select u.username, u.name, u.currency, tightest.minimum as "minimumBets",
      tightest.maximum as "maximumBets", ${balanceOfUser} as balance,
      ${exposureOfUser} as exposure, ${actor.status} as status
    from users u cross join lateral (
      select max(minimum_bets_minor) as minimum, min(maximum_bets_minor) as maximum
      from users where id = any(u.ancestor_ids || u.id)) tightest
    where u.id = ${actor.id}`.execute(db);
  assert(rows[0], 'The one who is signed in is there.');
  return rows[0];
}

/** A page of a history: `before` is the last row of the page before. */
interface History {
  limit: number;
  before?: bigint | undefined;
}

/** The client's own bets, newest first. */
export async function listOwnBets(
  db: Db,
  actor: Actor,
  { limit, before }: History,
): Promise<BetRow[]> {
  const { rows } = await sql<BetRow>`
    select ${betColumns} from ${betSource}
    where b.user_id = ${actor.id}
      and (${before ?? null}::bigint is null or b.id < ${before ?? null})
    order by b.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The round that is running, the engine's before others, or the last one; null before any. */
export async function getPresentRound(db: Db): Promise<ResultOf<typeof player.round>> {
  const { rows } = await sql<RoundRow>`
    select ${roundColumns} ${roundSource} where r.id = (select present_round())`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { roundId: _, ...round } = toRound(row);
  const { hash, tableHash, bettingUntil, flyingAt, doublingMs } = row;
  return { ...round, hash, tableHash, seed: seedOf(row), bettingUntil, flyingAt, doublingMs };
}

/** The client's own requests, newest first. */
export async function listOwnRequests(
  db: Db,
  actor: Actor,
  { limit, before }: History,
): Promise<CashRequestRow[]> {
  const { rows } = await sql<CashRequestRow>`
    select ${cashRequestColumns} from ${cashRequestSource}
    where r.user_id = ${actor.id}
      and (${before ?? null}::bigint is null or r.id < ${before ?? null})
    order by r.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The operator whose banks and support links a client is shown. */
export function operatorOf(actor: Actor): bigint {
  const operatorId = actor.ancestorIds.at(-1);
  assert(operatorId !== undefined, 'A client has an operator.');
  return operatorId;
}
