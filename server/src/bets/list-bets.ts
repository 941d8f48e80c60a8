import type { bets } from '@pitboss/contract/bets';
import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import type { TableQuery } from '@pitboss/contract/wire';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { assertRange, contains, orderBy, type SortKeys, searchTerm } from '../db/table-page.ts';
import type { Actor } from '../kernel/actor.ts';
import { getRound } from '../rounds/round-row.ts';
import { getBelow } from '../users/tree.ts';
import { type BetRow, betColumns, betSource, toBet } from './bet-row.ts';
import {
  type BetFigures,
  type Branch,
  inRange,
  ofBranch,
  sumAccount,
  sumBets,
  sumBranch,
  sumRound,
} from './count-bets.ts';

type Page = ResultOf<typeof bets.list>;

const profitLoss = sql`case when b.cashout_minor is null then 0
  else b.stake_minor - b.cashout_minor end`;
const cashout = sql`coalesce(b.cashout_minor, 0)`;

/** The columns of Bet Details and of Round Bet History, in their order on screen. */
const sortKeys: SortKeys = [
  sql`lower(u.username)`,
  sql`b.round_id`,
  sql`b.stake_minor`,
  cashout,
  profitLoss,
  sql`b.type`,
  sql`b.created_at`,
  sql`b.updated_at`,
];

/** The columns of Bet History. Its bets are of one account, so its first column is time's order. */
const historyKeys: SortKeys = [
  sql`b.created_at`,
  sql`b.round_id`,
  sql`b.stake_minor`,
  cashout,
  sql`b.auto_hundredths is not null`,
  profitLoss,
  sql`b.type`,
  sql`b.created_at`,
  sql`b.updated_at`,
];

/** Bets of one account, or of the caller's branch in one currency. */
export async function listBets(
  db: Db,
  actor: Actor,
  query: BodyOf<typeof bets.list>,
): Promise<Page> {
  assertRange(query);
  const range = { from: query.startDate, to: query.endDate };
  if (query.userId !== undefined) {
    const { id } = await getBelow(db, actor, query.userId);
    return listPage(db, query, {
      where: sql`b.user_id = ${id} and ${inRange(range)}`,
      sortKeys,
      figures: () => sumAccount(db, id, range),
    });
  }
  const branch = branchOf(actor, query);
  return listPage(db, query, {
    where: sql`${ofBranch(branch)} and ${inRange(range)}`,
    sortKeys,
    figures: () => sumBranch(db, branch, range),
  });
}

/** The bets of one account of one type. */
export async function listUserBets(
  db: Db,
  actor: Actor,
  query: BodyOf<typeof bets.listOfUser>,
): Promise<Page> {
  assertRange(query);
  const { id } = await getBelow(db, actor, query.userId);
  const range = { from: query.startDate, to: query.endDate };
  return listPage(db, query, {
    where: sql`b.user_id = ${id} and b.type = ${query.type} and ${inRange(range)}`,
    sortKeys: historyKeys,
    figures: () => sumAccount(db, id, range, query.type),
  });
}

/** The bets of a branch in one round. */
export async function listRoundBets(
  db: Db,
  actor: Actor,
  query: BodyOf<typeof bets.listOfRound>,
): Promise<Page> {
  const { id } = await getRound(db, query.roundId);
  const branch = branchOf(actor, query);
  return listPage(db, query, {
    where: sql`b.round_id = ${id} and ${ofBranch(branch)}`,
    sortKeys,
    figures: () => sumRound(db, branch, id),
  });
}

/** A demo operator has demo clients only; everybody else is shown real play alone. */
function branchOf(actor: Actor, { currency }: { currency?: Branch['currency'] | undefined }) {
  const { id: operatorId, isDemo } = actor;
  return { operatorId, isDemo, currency: currency ?? actor.currency };
}

interface Listing {
  where: RawBuilder<unknown>;
  sortKeys: SortKeys;
  /** The figures of everything under the call's own filters. */
  figures: () => Promise<BetFigures>;
}

async function listPage(
  db: Db,
  query: TableQuery,
  { where, sortKeys, figures }: Listing,
): Promise<Page> {
  const term = searchTerm(query);
  const found = sql`${betSource} where ${where} ${term ? sql`and ${matches(term)}` : sql``}`;
  const order = query.order?.length
    ? orderBy(query, sortKeys, sql`b.id`)
    : sql`order by b.created_at desc, b.id desc`;
  const { rows } = await sql<BetRow>`
    select ${betColumns} ${found} ${order}
    limit ${query.length} offset ${query.start}`.execute(db);
  const all = await figures();
  const matching = term ? await sumBets(db, found) : all;
  return {
    data: {
      draw: query.draw,
      data: rows.map(toBet),
      recordsTotal: Number(all.count),
      recordsFiltered: Number(matching.count),
    },
    totals: { totalStakes: matching.stakesMinor, totalCashoutAmount: matching.cashoutsMinor },
  };
}

function matches(term: string): RawBuilder<unknown> {
  return sql`(${contains(sql`u.username`, term)} or b.round_id::text = ${term})`;
}
