import assert from 'node:assert/strict';
import type { Currency, Minor } from '@pitboss/contract/money';
import type { TableQuery } from '@pitboss/contract/wire';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { contains, orderBy, type SortKeys, searchTerm } from '../db/table-page.ts';

export interface StatementScope {
  /** One account, or an operator's own wallet together with its whole branch. */
  of: { account: bigint } | { branch: bigint; withDemo: boolean };
  currency: Currency;
  from: Date | undefined;
  to: Date | undefined;
}

export interface StatementEntry {
  id: bigint;
  username: string;
  createdAt: Date;
  amountMinor: Minor;
  balanceAfterMinor: Minor;
  remarks: string;
}

export interface StatementPage {
  entries: StatementEntry[];
  recordsTotal: number;
  recordsFiltered: number;
  depositMinor: Minor;
  withdrawMinor: Minor;
}

/** The columns of Transaction Details, in their order on screen. */
const sortKeys: SortKeys = [
  sql`e.id`,
  sql`lower(u.username)`,
  sql`e.created_at`,
  sql`greatest(e.amount_minor, 0)`,
  sql`greatest(-e.amount_minor, 0)`,
  sql`e.balance_after_minor`,
  sql`t.remarks`,
];

/** A page of wallet entries, newest first, and the totals of everything that was asked for. */
export async function listStatement(
  db: Db,
  scope: StatementScope,
  query: TableQuery,
): Promise<StatementPage> {
  const term = searchTerm(query);
  const all = sql`
    from entries e
    join accounts a on a.id = e.account_id
    join users u on u.id = a.user_id
    join transfers t on t.id = e.transfer_id
    where a.kind = 'wallet' and a.currency = ${scope.currency} and ${within(scope)}`;
  const found = term ? sql`${all} and ${matches(term)}` : all;
  const { rows: entries } = await sql<StatementEntry>`
    select e.id, u.username, e.created_at as "createdAt", e.amount_minor as "amountMinor",
      e.balance_after_minor as "balanceAfterMinor", t.remarks
    ${found} ${orderBy(query, sortKeys, sql`e.id`)}
    limit ${query.length} offset ${query.start}`.execute(db);
  const totals = await totalsOf(db, found);
  const recordsTotal = term ? (await totalsOf(db, all)).count : totals.count;
  return {
    entries,
    recordsTotal: Number(recordsTotal),
    recordsFiltered: Number(totals.count),
    depositMinor: totals.deposit,
    withdrawMinor: totals.withdraw,
  };
}

function within({ of, from, to }: StatementScope): RawBuilder<unknown> {
  const whose =
    'account' in of
      ? sql`u.id = ${of.account}`
      : sql`(u.id = ${of.branch} or
          (u.ancestor_ids @> array[${of.branch}::bigint] and (${of.withDemo} or not u.is_demo)))`;
  return sql`${whose}
    and e.created_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
    and e.created_at <= coalesce(${to ?? null}::timestamptz, 'infinity')`;
}

function matches(term: string): RawBuilder<unknown> {
  return sql`(${contains(sql`u.username`, term)} or ${contains(sql`t.remarks`, term)}
    or e.id::text = ${term})`;
}

async function totalsOf(db: Db, source: RawBuilder<unknown>) {
  const { rows } = await sql<{ count: bigint; deposit: Minor; withdraw: Minor }>`
    select count(*) as count,
      coalesce(sum(e.amount_minor) filter (where e.amount_minor > 0), 0)::bigint as deposit,
      coalesce(-sum(e.amount_minor) filter (where e.amount_minor < 0), 0)::bigint as withdraw
    ${source}`.execute(db);
  const row = rows[0];
  assert(row, 'A sum always has a row.');
  return row;
}
