import { bets } from '@pitboss/contract/bets';
import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import type { TableQuery } from '@pitboss/contract/wire';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { findBranch } from '../lists/branch.ts';
import { listByTime } from '../lists/list-by-time.ts';
import { searchOwners, searchTerm } from '../lists/search.ts';
import { inRange } from '../lists/split-range.ts';
import { assertRange, type KeysOf, type SortKeys, sortKeysOf } from '../lists/table-page.ts';
import { getRound } from '../rounds/round-row.ts';
import { foundElsewhere } from '../users/found-elsewhere.ts';
import { getBelow } from '../users/tree.ts';
import { type BetRow, betColumnsWithCrash, betSource, toBet } from './bet-row.ts';
import {
  type BetScope,
  counted,
  ofAccount,
  ofBranch,
  ofRound,
  placedAt,
  profitLoss,
} from './count-bets.ts';

type Page = ResultOf<typeof bets.list>;

const cashout = sql`coalesce(b.cashout_minor, 0)`;

const keys: KeysOf<typeof bets.list> = {
  username: sql`lower(u.username)`,
  round: sql`b.round_id`,
  stake: sql`b.stake_minor`,
  cashoutAmount: cashout,
  pl: profitLoss,
  type: sql`b.type`,
  createdAt: placedAt,
  updatedAt: sql`b.updated_at`,
};
const listKeys = sortKeysOf(bets.list, keys);
const roundKeys = sortKeysOf(bets.listOfRound, keys);
const withBetType: KeysOf<typeof bets.listOfUser> = {
  ...keys,
  bettype: sql`b.auto_hundredths is null`,
};
const branchKeys = sortKeysOf(bets.listOfUser, withBetType);
/** The bets of one account all have its name: by it they stand as they do by time. */
const accountKeys = sortKeysOf(bets.listOfUser, { ...withBetType, username: placedAt });

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
    return listPage(db, query, ofAccount(id, range, query.type), listKeys);
  }
  const branch = await findBranch(db, actor, query.currency ?? actor.currency);
  const page = await listPage(db, query, ofBranch(branch, range, query.type), listKeys);
  const placed = sql`select from bets b where b.user_id = u.id and ${inRange(placedAt, range)}`;
  const elsewhere = await foundElsewhere(db, branch, searchTerm(query), placed);
  return { ...page, elsewhere };
}

/** The bets of one type of a client, or of everybody below an operator. */
export async function listUserBets(
  db: Db,
  actor: Actor,
  query: BodyOf<typeof bets.listOfUser>,
): Promise<Page> {
  assertRange(query);
  const person = await getBelow(db, actor, query.userId);
  const range = { from: query.startDate, to: query.endDate };
  if (person.role === 'USER') {
    return listPage(db, query, ofAccount(person.id, range, query.type), accountKeys);
  }
  const branch = await findBranch(db, person, person.currency);
  return listPage(db, query, ofBranch(branch, range, query.type), branchKeys);
}

/** The bets of a branch in one round. */
export async function listRoundBets(
  db: Db,
  actor: Actor,
  query: BodyOf<typeof bets.listOfRound>,
): Promise<Page> {
  const { id } = await getRound(db, query.roundId);
  const branch = await findBranch(db, actor, query.currency ?? actor.currency);
  return listPage(db, query, ofRound(branch, id), roundKeys);
}

async function listPage(
  db: Db,
  query: TableQuery,
  scope: BetScope,
  sortKeys: SortKeys,
): Promise<Page> {
  const term = searchTerm(query);
  const { rows, all, matching } = await listByTime<BetRow>(db, query, {
    ...scope,
    table: sql`bets b`,
    at: placedAt,
    id: sql`b.id`,
    row: sql`b.id`,
    columns: betColumnsWithCrash,
    from: betSource,
    sortKeys,
    // A name below the caller, or a round's whole number.
    search: term && searchOwners(term, sql`b.user_id`, [sql`b.round_id`]),
    counted: (where) => counted(scope.stepMs, where),
  });
  return {
    data: {
      draw: query.draw,
      data: rows.map(toBet),
      recordsTotal: Number(all.rows),
      recordsFiltered: Number(matching.rows),
    },
    totals: {
      totalStakes: matching.first,
      totalCashoutAmount: matching.second,
      totalPl: matching.third,
    },
  };
}
