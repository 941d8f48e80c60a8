import { type BalanceHistory, balancePoints, type clients } from '@pitboss/contract/clients';
import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { fieldRefusal } from '../kernel/refusal.ts';
import { getBalanceAt, listBalances } from '../ledger/balance-history.ts';
import { getBelow } from '../users/tree.ts';

/** What an account below the caller had over time. */
export async function getBalanceHistory(
  db: Db,
  actor: Actor,
  id: bigint,
  asked: BodyOf<typeof clients.balanceHistory>,
): Promise<BalanceHistory> {
  const { currency } = await getBelow(db, actor, id);
  const { from, to } = await spanOf(db, id, asked);
  if (from >= to) throw fieldRefusal('from', 'The start must be before the end.');
  const span = { from, to, points: balancePoints };
  const points = await listBalances(db, { userId: id, currency }, span);
  return { currency, from, to, points };
}

/** From the account's beginning until now, where nothing else was asked for. */
async function spanOf(db: Db, id: bigint, asked: BodyOf<typeof clients.balanceHistory>) {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select coalesce(${asked.from ?? null}::timestamptz, u.created_at) as from,
      least(coalesce(${asked.to ?? null}::timestamptz, now()), now()) as to
    from users u where u.id = ${id}`.execute(db);
  return rows[0] as (typeof rows)[number];
}

/** What an account below the caller had at a moment. */
export async function getPastBalance(
  db: Db,
  actor: Actor,
  id: bigint,
  at: Date,
): Promise<ResultOf<typeof clients.balanceAt>> {
  const { currency } = await getBelow(db, actor, id);
  return { currency, ...(await getBalanceAt(db, { userId: id, currency }, at)) };
}
