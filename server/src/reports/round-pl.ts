import assert from 'node:assert/strict';
import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import type { RoundPl, reports } from '@pitboss/contract/reports';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { assertRange, listPage, type SortKeys, searchTerm } from '../db/table-page.ts';
import type { Actor } from '../kernel/actor.ts';

type Page = ResultOf<typeof reports.roundPl>;

/** The columns of Reports, in their order on screen. */
const sortKeys: SortKeys = [
  sql`o.round_id`,
  sql`o.bets`,
  sql`o.stakes_minor`,
  sql`o.cashouts_minor`,
  sql`o.stakes_minor - o.cashouts_minor`,
  sql`o.round_at`,
];

/** Rounds that the caller's branch played and that are settled, with what they brought. */
export async function listRoundPl(
  db: Db,
  actor: Actor,
  query: BodyOf<typeof reports.roundPl>,
): Promise<Page> {
  assertRange(query);
  const { startDate, endDate, currency = actor.currency } = query;
  const term = searchTerm(query);
  const source = sql`from round_operators o
    where o.operator_id = ${actor.id} and o.currency = ${currency} and not o.is_demo
      and o.round_at >= coalesce(${startDate ?? null}::timestamptz, '-infinity')
      and o.round_at <= coalesce(${endDate ?? null}::timestamptz, 'infinity') and o.bets > 0`;
  const search = term && sql`o.round_id::text = ${term}`;
  const data = await listPage<RoundPl>(db, query, {
    columns: sql`o.round_id as "roundNumber", o.bets::int as "totalBets",
      o.stakes_minor as "Stakes", o.cashouts_minor as "cashoutAmount",
      o.stakes_minor - o.cashouts_minor as "totalPl", o.currency, o.round_at as "createdAt"`,
    ...{ source, search, sortKeys, id: sql`o.round_id` },
  });
  const { rows } = await sql<Page['totals']>`
    select coalesce(sum(o.bets), 0)::int as "totalBets",
      coalesce(sum(o.stakes_minor), 0)::bigint as "Stakes",
      coalesce(sum(o.cashouts_minor), 0)::bigint as "cashoutAmount",
      coalesce(sum(o.stakes_minor - o.cashouts_minor), 0)::bigint as "totalPl"
    ${source} ${search ? sql`and ${search}` : sql``}`.execute(db);
  assert(rows[0], 'A sum always has a row.');
  return { data, totals: rows[0] };
}
