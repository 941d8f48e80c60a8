import { cashRequests } from '@pitboss/contract/cash-requests';
import type { BodyOf } from '@pitboss/contract/endpoint';
import type { Currency, Minor } from '@pitboss/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { findOperatorIds, rowsOf } from '../lists/branch.ts';
import { dayMs, listByTime } from '../lists/list-by-time.ts';
import { searchOwners, searchTerm } from '../lists/search.ts';
import { inRange, splitRange, within } from '../lists/split-range.ts';
import { assertRange, sortKeysOf } from '../lists/table-page.ts';
import { getBelow } from '../users/tree.ts';
import { type CashRequestRow, cashRequestColumns, cashRequestSource } from './get-cash-request.ts';

type Query = BodyOf<typeof cashRequests.list>;

const filedAt = sql`r.created_at`;

/** Requests are numbered as they are filed. */
const sortKeys = sortKeysOf(cashRequests.list, {
  _id: filedAt,
  createdAt: filedAt,
  username: sql`lower(u.username)`,
  amount: sql`r.amount_minor`,
  type: sql`r.type`,
  status: sql`r.status`,
});

/** Requests of the caller's branch, or of one client or operator's branch in it, newest first. */
export async function listCashRequests(db: Db, actor: Actor, query: Query) {
  assertRange(query);
  const person = query.userId === undefined ? actor : await getBelow(db, actor, query.userId);
  const account = person.role === 'USER' ? person : undefined;
  const operatorIds = account ? null : await findOperatorIds(db, person.id);
  const whose = account ? sql`r.user_id = ${account.id}` : sql`true`;
  const filters = [
    ...(query.type === 'all' ? [] : [sql`type = ${query.type}`]),
    ...(query.status === 'all' ? [] : [sql`status = ${query.status}`]),
  ];
  const of = (alias: RawBuilder<unknown>) => filters.map((filter) => sql`${alias}.${filter}`);
  const shown = sql.join([whose, ...of(sql`r`)], sql` and `);
  const { every, lane } = rowsOf({ operatorIds }, sql`r.parent_id`, shown);
  const { startDate: from, endDate: to } = query;
  const inside = inRange(filedAt, { from, to });
  const { whole, edges } = splitRange({ from, to }, dayMs);
  const day = sql`d.day::timestamp at time zone 'UTC'`;
  const rollup = sql`select ${day}, d.requests, 0::bigint, 0::bigint, 0::bigint from request_days d
    where d.operator_id = ${person.id}
      and ${sql.join([...of(sql`d`), within(day, whole)], sql` and `)}`;
  const term = searchTerm(query);
  const { rows, all, matching } = await listByTime<CashRequestRow>(db, query, {
    table: sql`cash_requests r`,
    at: filedAt,
    id: sql`r.id`,
    row: sql`r.id`,
    columns: cashRequestColumns,
    from: cashRequestSource,
    where: sql`${every} and ${inside}`,
    sortKeys,
    search: term && searchOwners(term, sql`r.user_id`, [sql`r.id`]),
    // One account has few requests, and no rollup of its own.
    parts: account
      ? [counted(sql`${every} and ${inside}`)]
      : [rollup, ...edges.map((edge) => counted(sql`${every} and ${within(filedAt, edge)}`))],
    counted,
    stepMs: dayMs,
    lanes: [{ ...lane, where: sql`${lane.where} and ${inside}` }],
  });
  return {
    draw: query.draw,
    data: rows,
    recordsTotal: Number(all.rows),
    recordsFiltered: Number(matching.rows),
    pending: await listPending(db, rowsOf({ operatorIds }, sql`r.parent_id`, whose).every),
  };
}

function counted(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select date_trunc('day', r.created_at, 'UTC'), count(*), 0::bigint, 0::bigint, 0::bigint
    from cash_requests r where ${where} group by 1`;
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
