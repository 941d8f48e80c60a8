import assert from 'node:assert/strict';
import type { BetType } from '@pitboss/contract/bets';
import type { Currency, Minor } from '@pitboss/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type Range, splitRange } from '../db/split-range.ts';

export interface BetFigures {
  count: bigint;
  stakesMinor: Minor;
  cashoutsMinor: Minor;
}

const minuteMs = 60_000;
const slotMs = 15 * minuteMs;
const dayMs = 24 * 60 * minuteMs;

/** Counts and sums whatever a query over bets finds: right for anything, dear for much. */
export async function sumBets(db: Db, source: RawBuilder<unknown>): Promise<BetFigures> {
  return total(db, [live(source)]);
}

export interface Branch {
  operatorId: bigint;
  currency: Currency;
  isDemo: boolean;
}

/** The bets of a branch, as a condition over `bets b join users u`. */
export function ofBranch({ operatorId, currency, isDemo }: Branch): RawBuilder<unknown> {
  return sql`b.currency = ${currency} and b.is_demo = ${isDemo}
    and u.ancestor_ids @> array[${operatorId}::bigint]`;
}

/** The figures of a branch over a range: whole quarters of an hour come from the rollup. */
export async function sumBranch(db: Db, branch: Branch, range: Range): Promise<BetFigures> {
  const { first, last, edges } = splitRange(range, slotMs);
  const source = sql`from bets b join users u on u.id = b.user_id where ${ofBranch(branch)}`;
  return total(db, [
    sql`select bets + void_bets, stakes_minor + void_stakes_minor, cashouts_minor
      from operator_slots where operator_id = ${branch.operatorId}
        and currency = ${branch.currency} and is_demo = ${branch.isDemo}
        and ${within(sql`slot_at`, { from: first, to: null, before: last })}`,
    ...edges.map((edge) =>
      live(sql`${source} and b.type <> 'unsettled' and ${within(sql`b.created_at`, edge)}`),
    ),
    live(sql`${source} and b.type = 'unsettled' and ${inRange(range)}`),
  ]);
}

/** The figures of one account, of all its bets or of one type: whole days come from the rollup. */
export async function sumAccount(
  db: Db,
  userId: bigint,
  range: Range,
  type?: BetType,
): Promise<BetFigures> {
  const source = sql`from bets b where b.user_id = ${userId}`;
  const open = live(sql`${source} and b.type = 'unsettled' and ${inRange(range)}`);
  if (type === 'unsettled') return total(db, [open]);
  const { first, last, edges } = splitRange(range, dayMs);
  const ended = type ? sql`b.type = ${type}` : sql`b.type <> 'unsettled'`;
  const day = sql`day::timestamp at time zone 'UTC'`;
  return total(db, [
    sql`select ${rolledUp(type)} from client_days where user_id = ${userId}
      and ${within(day, { from: first, to: null, before: last })}`,
    ...edges.map((edge) =>
      live(sql`${source} and ${ended} and ${within(sql`b.created_at`, edge)}`),
    ),
    ...(type ? [] : [open]),
  ]);
}

/** The figures of a branch in one round. */
export async function sumRound(db: Db, branch: Branch, roundId: bigint): Promise<BetFigures> {
  return total(db, [
    sql`select ${rolledUp()} from round_operators where operator_id = ${branch.operatorId}
      and currency = ${branch.currency} and is_demo = ${branch.isDemo} and round_id = ${roundId}`,
    live(sql`from bets b join users u on u.id = b.user_id
      where ${ofBranch(branch)} and b.round_id = ${roundId} and b.type = 'unsettled'`),
  ]);
}

function rolledUp(type?: BetType): RawBuilder<unknown> {
  if (type === 'settled') return sql`bets, stakes_minor, cashouts_minor`;
  if (type === 'void') return sql`void_bets, void_stakes_minor, 0::bigint`;
  return sql`bets + void_bets, stakes_minor + void_stakes_minor, cashouts_minor`;
}

function live(source: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select count(*), coalesce(sum(b.stake_minor), 0)::bigint,
    coalesce(sum(b.cashout_minor), 0)::bigint ${source}`;
}

/** A range over the time of placing. */
export function inRange({ from, to }: Range): RawBuilder<unknown> {
  return within(sql`b.created_at`, { from: from ?? null, to: to ?? null, before: null });
}

function within(
  at: RawBuilder<unknown>,
  { from, to, before }: { from: Date | null; to: Date | null; before: Date | null },
): RawBuilder<unknown> {
  return sql`${at} >= coalesce(${from}::timestamptz, '-infinity')
    and ${at} <= coalesce(${to}::timestamptz, 'infinity')
    and ${at} < coalesce(${before}::timestamptz, 'infinity')`;
}

async function total(db: Db, parts: RawBuilder<unknown>[]): Promise<BetFigures> {
  const { rows } = await sql<BetFigures>`
    select coalesce(sum(count), 0)::bigint as count,
      coalesce(sum(stakes), 0)::bigint as "stakesMinor",
      coalesce(sum(cashouts), 0)::bigint as "cashoutsMinor"
    from (${sql.join(parts, sql` union all `)}) part (count, stakes, cashouts)`.execute(db);
  assert(rows[0], 'A sum always has a row.');
  return rows[0];
}
