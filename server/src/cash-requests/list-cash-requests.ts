import type { cashRequests } from '@pitboss/contract/cash-requests';
import type { BodyOf } from '@pitboss/contract/endpoint';
import type { Currency, Minor } from '@pitboss/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { assertRange, contains, listPage, type SortKeys, searchTerm } from '../db/table-page.ts';
import type { Actor } from '../kernel/actor.ts';
import { getBelow } from '../users/tree.ts';
import { type CashRequestRow, cashRequestColumns, cashRequestSource } from './get-cash-request.ts';

type Query = BodyOf<typeof cashRequests.list>;

/** The columns of the requests screen, in their order; receipts and buttons do not sort. */
const sortKeys: SortKeys = [
  sql`r.id`,
  sql`r.created_at`,
  sql`lower(u.username)`,
  sql`r.amount_minor`,
  sql`r.type`,
  null,
  sql`r.status`,
  null,
];

/** Requests of the caller's branch, or of one account in it, newest first. */
export async function listCashRequests(db: Db, actor: Actor, query: Query) {
  assertRange(query);
  const { type, status, startDate, endDate } = query;
  const account = query.userId === undefined ? undefined : await getBelow(db, actor, query.userId);
  const whose = account
    ? sql`u.id = ${account.id}`
    : sql`u.ancestor_ids @> array[${actor.id}::bigint]`;
  const term = searchTerm(query);
  const page = await listPage<CashRequestRow>(db, query, {
    columns: cashRequestColumns,
    source: sql`${cashRequestSource} where ${whose}
      and (${type} = 'all' or r.type = ${type}) and (${status} = 'all' or r.status = ${status})
      and r.created_at >= coalesce(${startDate ?? null}::timestamptz, '-infinity')
      and r.created_at <= coalesce(${endDate ?? null}::timestamptz, 'infinity')`,
    search: term && matches(term),
    sortKeys,
    id: sql`r.id`,
  });
  return { ...page, pending: await listPending(db, whose) };
}

function matches(term: string): RawBuilder<unknown> {
  return sql`(${contains(sql`u.username`, term)} or r.id::text = ${term})`;
}

interface Pending {
  currency: Currency;
  count: number;
  deposit: Minor;
  withdraw: Minor;
}

/** Everything that waits, whatever the filters show: it is the operator's queue. */
async function listPending(db: Db, whose: RawBuilder<unknown>): Promise<Pending[]> {
  const { rows } = await sql<Pending>`
    select r.currency, count(*)::int as count,
      coalesce(sum(r.amount_minor) filter (where r.type = 'deposit'), 0)::bigint as deposit,
      coalesce(sum(r.amount_minor) filter (where r.type = 'withdraw'), 0)::bigint as withdraw
    from cash_requests r join users u on u.id = r.user_id
    where r.status = 'pending' and not u.is_demo and ${whose}
    group by r.currency order by r.currency`.execute(db);
  return rows;
}
