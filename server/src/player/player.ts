import assert from 'node:assert/strict';
import type { ResultOf } from '@pitboss/contract/endpoint';
import type { player } from '@pitboss/contract/player';
import { sql } from 'kysely';
import {
  type CashRequestRow,
  cashRequestColumns,
  cashRequestSource,
} from '../cash-requests/get-cash-request.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { balanceOfUser, exposureOfUser } from '../ledger/balances.ts';

/** The client itself, with the status that counts: its own or a worse one above it. */
export async function getMe(db: Db, actor: Actor): Promise<ResultOf<typeof player.me>> {
  const { rows } = await sql<ResultOf<typeof player.me>>`
    select u.username, u.name, u.currency, u.minimum_bets_minor as "minimumBets",
      u.maximum_bets_minor as "maximumBets", ${balanceOfUser} as balance,
      ${exposureOfUser} as exposure, ${actor.status} as status
    from users u where u.id = ${actor.id}`.execute(db);
  assert(rows[0], 'The one who is signed in is there.');
  return rows[0];
}

/** The client's own requests, newest first; `before` is the last one of the page before. */
export async function listOwnRequests(
  db: Db,
  actor: Actor,
  { limit, before }: { limit: number; before?: bigint | undefined },
): Promise<CashRequestRow[]> {
  const { rows } = await sql<CashRequestRow>`
    select ${cashRequestColumns} ${cashRequestSource}
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
