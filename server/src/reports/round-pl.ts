import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import type { Currency } from '@pitboss/contract/money';
import { type RoundPl, reports } from '@pitboss/contract/reports';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { listByTime, slotMs } from '../lists/list-by-time.ts';
import { isId, searchTerm, searchTexts } from '../lists/search.ts';
import { inRange, splitRange, within } from '../lists/split-range.ts';
import { assertRange, sortKeysOf } from '../lists/table-page.ts';

type Page = ResultOf<typeof reports.roundPl>;

const openedAt = sql`o.round_at`;

/** Rounds are numbered as they are opened. */
const sortKeys = sortKeysOf(reports.roundPl, {
  roundNumber: openedAt,
  totalBets: sql`o.bets`,
  Stakes: sql`o.stakes_minor`,
  cashoutAmount: sql`o.cashouts_minor`,
  totalPl: sql`o.stakes_minor - o.cashouts_minor`,
  createdAt: openedAt,
});

/** Rounds that the caller's branch played and that are settled, with what they brought. */
export async function listRoundPl(
  db: Db,
  actor: Actor,
  query: BodyOf<typeof reports.roundPl>,
): Promise<Page> {
  assertRange(query);
  const { startDate: from, endDate: to, currency = actor.currency } = query;
  const term = searchTerm(query);
  const mine = sql`operator_id = ${actor.id} and currency = ${currency} and not is_demo`;
  const settled = sql`${mine} and o.bets > 0`;
  const where = sql`${settled} and ${inRange(openedAt, { from, to })}`;
  const { whole, edges } = splitRange({ from, to }, slotMs);
  const { rows, all, matching } = await listByTime<RoundPl>(db, query, {
    table: sql`round_operators o`,
    at: openedAt,
    id: sql`o.round_id`,
    row: sql`o.round_id`,
    where,
    sortKeys,
    from: sql`round_operators o`,
    columns: sql`o.round_id as "roundNumber", o.bets::int as "totalBets",
      o.stakes_minor as "Stakes", o.cashouts_minor as "cashoutAmount",
      o.stakes_minor - o.cashouts_minor as "totalPl", o.currency, o.round_at as "createdAt"`,
    search: term && searchTexts(term, [], [sql`o.round_id`]),
    parts: [
      sql`select slot_at, rounds, bets, stakes_minor, cashouts_minor from round_slots
        where ${mine} and ${within(sql`slot_at`, whole)}`,
      ...edges.map((edge) => counted(sql`${settled} and ${within(openedAt, edge)}`)),
    ],
    counted,
    stepMs: slotMs,
    lanes: [{ across: sql``, where }],
  });
  return {
    elsewhere: await elsewhere(db, actor, currency, term),
    data: {
      draw: query.draw,
      data: rows,
      recordsTotal: Number(all.rows),
      recordsFiltered: Number(matching.rows),
    },
    totals: {
      totalBets: Number(matching.first),
      Stakes: matching.second,
      cashoutAmount: matching.third,
      totalPl: matching.second - matching.third,
    },
  };
}

/** The round that was searched for, as it was played in other currencies. */
async function elsewhere(db: Db, actor: Actor, currency: Currency, term: string | undefined) {
  if (!term || !isId(term)) return [];
  const { rows } = await sql<{ currency: Currency }>`
    select currency from round_operators
    where operator_id = ${actor.id} and round_id = ${term} and currency <> ${currency}
      and not is_demo and bets > 0
    order by currency`.execute(db);
  return rows.map((row) => row.currency);
}

function counted(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select slot_of(o.round_at), count(*), sum(o.bets)::bigint,
    sum(o.stakes_minor)::bigint, sum(o.cashouts_minor)::bigint
    from round_operators o where ${where} group by 1`;
}
