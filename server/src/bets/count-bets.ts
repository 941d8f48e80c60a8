import type { ListedBets } from '@pitboss/contract/bets';
import { type RawBuilder, sql } from 'kysely';
import { type Branch, rowsOf } from '../lists/branch.ts';
import { dayMs, type Lane, slotMs } from '../lists/list-by-time.ts';
import { inRange, type Range, splitRange, type WholeSteps, within } from '../lists/split-range.ts';
import { leftBets, openBets } from '../rounds/open-bets.ts';

export const placedAt = sql`b.created_at`;

/** The operator's; open and void bets count nothing. */
export const profitLoss = sql`case b.type when 'settled' then b.stake_minor - b.cashout_minor
  else 0 end`;

/** Somebody's bets of a type, as a condition. */
function ofType(type: ListedBets, whose: RawBuilder<unknown>): RawBuilder<unknown> {
  if (type === 'left') return leftBets(whose);
  return type === 'unsettled' ? openBets(whose) : sql`b.type = ${type}`;
}

/** Which bets: as a condition, as parts for listByTime, and as lanes of an index. */
export interface BetScope {
  where: RawBuilder<unknown>;
  stepMs: number;
  parts: RawBuilder<unknown>[];
  lanes?: Lane[];
}

function isOfOpen(type: ListedBets | undefined): boolean {
  return type === 'unsettled' || type === 'left';
}

function betsOf(branch: Branch) {
  const money = sql`b.currency = ${branch.currency} and b.is_demo = ${branch.isDemo}`;
  const { every: whose } = rowsOf(branch, sql`b.parent_id`, sql`true`);
  return { ...rowsOf(branch, sql`b.parent_id`, money), whose };
}

/** A branch, all its bets or those of one type: whole quarters of an hour come from the rollup. */
export function ofBranch(branch: Branch, range: Range, type?: ListedBets): BetScope {
  const { every, lane, whose } = betsOf(branch);
  const { operatorId, currency, isDemo } = branch;
  const also = type ? sql` and ${ofType(type, whose)}` : sql``;
  const typed = { across: lane.across, where: sql`${lane.where}${also}` };
  return {
    ...ranged({ every: sql`${every}${also}`, lane: typed, range, type }),
    stepMs: slotMs,
    parts: partsOf({ stepMs: slotMs, every, whose, range, type }, (whole) => {
      const slots = within(sql`slot_at`, whole);
      return sql`select slot_at, ${rolledUp(type)} from operator_slots
        where operator_id = ${operatorId} and currency = ${currency} and is_demo = ${isDemo}
          and ${slots}`;
    }),
  };
}

/** One account, all its bets or those of one type: whole days come from the rollup. */
export function ofAccount(userId: bigint, range: Range, type?: ListedBets): BetScope {
  const own = sql`b.user_id = ${userId}`;
  // With its operator, who never changes: the index of a round's bets has both.
  const whose = sql`${own} and b.parent_id = (select parent_id from users where id = ${userId})`;
  const every = type ? sql`${own} and ${ofType(type, whose)}` : own;
  return {
    ...ranged({ every, lane: { across: sql``, where: every }, range, type }),
    stepMs: dayMs,
    parts: partsOf({ stepMs: dayMs, every: own, whose, range, type }, (whole) => {
      const day = sql`day::timestamp at time zone 'UTC'`;
      return sql`select ${day}, ${rolledUp(type)} from client_days
        where user_id = ${userId} and ${within(day, whole)}`;
    }),
  };
}

/** A branch in one round: what has ended comes from the rollup. */
export function ofRound(branch: Branch, roundId: bigint): BetScope {
  const { operatorId, currency, isDemo } = branch;
  const { every, whose } = betsOf(branch);
  const inRound = sql`b.round_id = ${roundId}`;
  const where = sql`${inRound} and ${every}`;
  return {
    where,
    stepMs: slotMs,
    parts: [
      sql`select slot_of(round_at), ${rolledUp()} from round_operators
        where operator_id = ${operatorId} and currency = ${currency} and is_demo = ${isDemo}
          and round_id = ${roundId}`,
      counted(slotMs, sql`${where} and ${openBets(sql`${inRound} and ${whose}`)}`),
    ],
  };
}

interface Ranged {
  every: RawBuilder<unknown>;
  lane: Lane;
  range: Range;
  type: ListedBets | undefined;
}

/** Open bets have no lanes: all that there are is found, and then put in order. */
function ranged({ every, lane: { across, where }, range, type }: Ranged) {
  const inside = inRange(placedAt, range);
  const all = { where: sql`${every} and ${inside}` };
  if (isOfOpen(type)) return all;
  return { ...all, lanes: [{ across, where: sql`${where} and ${inside}` }] };
}

interface Counting {
  stepMs: number;
  every: RawBuilder<unknown>;
  /** The same by what a round's bets are found by. */
  whose: RawBuilder<unknown>;
  range: Range;
  type?: ListedBets | undefined;
}

/** What has ended in whole steps is read; the ends of the range, and what is open, is counted. */
function partsOf(
  { stepMs, every, whose, range, type }: Counting,
  rollup: (whole: WholeSteps) => RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const isOpen = ofType(type === 'left' ? type : 'unsettled', whose);
  const open = counted(stepMs, sql`${every} and ${isOpen} and ${inRange(placedAt, range)}`);
  if (isOfOpen(type)) return [open];
  const { whole, edges } = splitRange(range, stepMs);
  const ended = type ? sql`b.type = ${type}` : sql`b.type <> 'unsettled'`;
  const ends = edges.map((edge) =>
    counted(stepMs, sql`${every} and ${ended} and ${within(placedAt, edge)}`),
  );
  return [rollup(whole), ...ends, ...(type ? [] : [open])];
}

/** Of void bets only number and stakes are kept, so what is left is the result of settled ones. */
function rolledUp(type?: ListedBets): RawBuilder<unknown> {
  const pl = sql`stakes_minor - cashouts_minor`;
  if (type === 'settled') return sql`bets, stakes_minor, cashouts_minor, ${pl}`;
  if (type === 'void') return sql`void_bets, void_stakes_minor, 0::bigint, 0::bigint`;
  return sql`bets + void_bets, stakes_minor + void_stakes_minor, cashouts_minor, ${pl}`;
}

/** Bets counted by steps from the epoch. */
export function counted(stepMs: number, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select date_bin(${`${stepMs} milliseconds`}::interval, b.created_at, 'epoch'), count(*),
      sum(b.stake_minor)::bigint, sum(b.cashout_minor)::bigint, sum(${profitLoss})::bigint
    from bets b where ${where} group by 1`;
}
