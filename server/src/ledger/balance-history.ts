import assert from 'node:assert/strict';
import type { Currency, Minor } from '@pitboss/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

interface Wallet {
  userId: bigint;
  currency: Currency;
}

interface PastBalance {
  at: Date;
  balance: Minor;
  since: Date | null;
  isExact: boolean;
}

function walletOf({ userId, currency }: Wallet): RawBuilder<unknown> {
  return sql`(select a.id from accounts a
    where a.user_id = ${userId} and a.kind = 'wallet' and a.currency = ${currency})`;
}

/** What a wallet had at a moment; at one that is still to come it has what it has now. */
export async function getBalanceAt(db: Db, wallet: Wallet, at: Date): Promise<PastBalance> {
  const { rows } = await sql<PastBalance>`
    select m.at, b.balance_minor as balance, b.since, b.is_exact as "isExact"
    from (select least(${at}::timestamptz, now()) as at) m
    cross join lateral balance_at(${walletOf(wallet)}, m.at) b`.execute(db);
  assert(rows[0], 'A wallet has a balance at any moment.');
  return rows[0];
}

interface Span {
  from: Date;
  to: Date;
  /** So many, the first at `from` and the last at `to`. */
  points: number;
}

/** What a wallet had at even distances of time: as many looks, however many entries there are. */
export async function listBalances(
  db: Db,
  wallet: Wallet,
  { from, to, points }: Span,
): Promise<Pick<PastBalance, 'at' | 'balance'>[]> {
  const { rows } = await sql<Pick<PastBalance, 'at' | 'balance'>>`
    select m.at, b.balance_minor as balance
    from (select ${walletOf(wallet)} as id) wallet
    cross join lateral (
      select ${from}::timestamptz + (${to}::timestamptz - ${from}::timestamptz)
        * (n::float8 / ${points - 1}::int) as at
      from generate_series(0, ${points - 1}::int) n) m
    cross join lateral balance_at(wallet.id, m.at) b
    order by m.at`.execute(db);
  return rows;
}
