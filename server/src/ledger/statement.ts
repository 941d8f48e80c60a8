import type { Currency, Minor } from '@pitboss/contract/money';
import { transactions } from '@pitboss/contract/transactions';
import type { TableQuery } from '@pitboss/contract/wire';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type Branch, rowsOf } from '../lists/branch.ts';
import { dayMs, type Lane, listByTime, slotMs } from '../lists/list-by-time.ts';
import { type Search, searchOwners, searchTerm, searchTexts } from '../lists/search.ts';
import {
  inRange,
  type Range,
  since,
  splitRange,
  type WholeSteps,
  within,
} from '../lists/split-range.ts';
import { sortKeysOf } from '../lists/table-page.ts';
import { inOrder } from './late-entries.ts';

/** One account's wallet, or an operator's own together with its whole branch. */
export type StatementScope = { userId: bigint; currency: Currency } | Branch;

export interface StatementEntry {
  id: bigint;
  userId: bigint;
  username: string;
  createdAt: Date;
  amountMinor: Minor;
  balanceAfterMinor: Minor;
  remarks: string;
  kind: 'cash' | 'stake' | 'payout';
}

export interface StatementPage {
  entries: StatementEntry[];
  recordsTotal: number;
  recordsFiltered: number;
  depositMinor: Minor;
  withdrawMinor: Minor;
}

const writtenAt = sql`e.created_at`;

/** A leg of many tells of its bet; any other move has its own words. */
const remarks = sql`case when e.bet_id is null then t.remarks
  else 'Round ' || t.round_id || case t.kind
    when 'stake' then ': stake' when 'refund' then ': refund' else ': payout at '
      || (select to_char(b.cashout_hundredths / 100.0, 'FM9999990.00')
        from bets b where b.id = e.bet_id) || '×' end end`;

/** Its ids run with the time. */
const keysBy = (at: RawBuilder<unknown>) =>
  sortKeysOf(transactions.listStatement, {
    id: at,
    username: sql`lower(u.username)`,
    createdAt: at,
    deposit: sql`greatest(e.amount_minor, 0)`,
    withdraw: sql`greatest(-e.amount_minor, 0)`,
    bankBalance: sql`e.balance_after_minor`,
    remarks,
  });

const isCash = sql`t.bet_id is null and t.round_id is null`;
const kind = sql`case when t.kind = 'stake' then 'stake' when ${isCash} then 'cash'
  else 'payout' end`;
const entries = sql`entries e`;
const source = sql`entries e join users u on u.id = e.owner_id
  join transfers t on t.id = e.transfer_id`;

/** A page of wallet entries, newest first, and the totals of everything that was asked for. */
export async function listStatement(
  db: Db,
  scope: StatementScope,
  range: Range,
  query: TableQuery,
  isCashOnly = false,
): Promise<StatementPage> {
  const term = searchTerm(query);
  const isInside = inRange(writtenAt, range);
  const { stepMs, lanes, rollup } = 'userId' in scope ? ofWallet(scope) : ofOperator(scope);
  const where = sql`(${sql.join(
    lanes.map(({ every }) => every),
    sql` or `,
  )}) and ${isInside}`;
  const { whole, edges } = splitRange(range, stepMs);
  const counted = [...edges, since(whole, await foldedUntil(db))];
  const inside = lanes.map((lane) => ({ ...lane, where: sql`${lane.where} and ${isInside}` }));
  const timeline = { at: writtenAt, source, lanes: inside };
  const ordered = await inOrder(db, timeline, { where, stepMs });
  const shared = {
    table: entries,
    at: ordered.at,
    id: sql`e.id`,
    row: sql`e.ctid`,
    from: ordered.source,
    stepMs,
    sortKeys: keysBy(ordered.at),
    columns: sql`e.id, u.id as "userId", u.username, e.created_at as "createdAt",
      e.amount_minor as "amountMinor", e.balance_after_minor as "balanceAfterMinor",
      ${remarks} as remarks, ${kind} as kind`,
    search: term && searchEntries(term),
    counted: (found: RawBuilder<unknown>) => countEntries(stepMs, source, found),
  };
  // Few entries are cash: they are counted along the transfers, which know it.
  const cash = sql`${where} and ${isCash} and ${inRange(sql`t.created_at`, range)}`;
  const { rows, all, matching } = await listByTime<StatementEntry>(
    db,
    query,
    isCashOnly
      ? { ...shared, where: cash, parts: [shared.counted(cash)] }
      : {
          ...shared,
          where,
          parts: [
            rollup(whole),
            ...counted.flatMap((span) =>
              lanes.map(({ every }) =>
                countEntries(stepMs, entries, sql`${every} and ${within(writtenAt, span)}`),
              ),
            ),
            ...ordered.parts,
          ],
          lanes: ordered.lanes,
        },
  );
  return {
    entries: rows,
    recordsTotal: Number(all.rows),
    recordsFiltered: Number(matching.rows),
    depositMinor: matching.first,
    withdrawMinor: matching.second,
  };
}

/** Up to where entries are folded into the sums of statements. */
async function foldedUntil(db: Db): Promise<Date> {
  const { folded_until } = await db
    .selectFrom('statement_folding')
    .select('folded_until')
    .executeTakeFirstOrThrow();
  return folded_until;
}

interface Found {
  stepMs: number;
  /** Each with all its rows as one condition. No row stands in two of them. */
  lanes: (Lane & { every: RawBuilder<unknown> })[];
  rollup: (whole: WholeSteps) => RawBuilder<unknown>;
}

const rolledUp = sql`entries, deposits_minor, withdrawals_minor, 0::bigint`;

/** Whole days come from the rollup. */
function ofWallet({ userId, currency }: { userId: bigint; currency: Currency }): Found {
  const day = sql`day::timestamp at time zone 'UTC'`;
  return {
    stepMs: dayMs,
    lanes: [walletLane(userId, currency)],
    rollup: (whole) => sql`select ${day}, ${rolledUp} from wallet_days
      where account_id = ${walletOf(userId, currency)} and ${within(day, whole)}`,
  };
}

/** Whole quarters of an hour come from the rollup. */
function ofOperator(branch: Branch): Found {
  const { operatorId, currency, isDemo, operatorIds } = branch;
  const { every, lane } = rowsOf(
    branch,
    sql`e.owner_parent_id`,
    sql`e.currency = ${currency} and e.is_demo = ${isDemo} and e.owner_id is not null`,
  );
  const below = { ...lane, every };
  return {
    stepMs: slotMs,
    // Where nobody stands outside, the operator's own wallet is among all the others.
    lanes: operatorIds ? [below, walletLane(operatorId, currency)] : [below],
    rollup: (whole) => sql`select slot_at, ${rolledUp} from statement_slots
      where operator_id = ${operatorId} and currency = ${currency} and is_demo = ${isDemo}
        and ${within(sql`slot_at`, whole)}`,
  };
}

function walletLane(userId: bigint, currency: Currency) {
  const where = sql`e.account_id = ${walletOf(userId, currency)} and e.owner_id is not null`;
  return { across: sql``, where, every: where };
}

function walletOf(userId: bigint, currency: Currency): RawBuilder<unknown> {
  return sql`(select a.id from accounts a
    where a.user_id = ${userId} and a.kind = 'wallet' and a.currency = ${currency})`;
}

function countEntries(
  stepMs: number,
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select date_bin(${`${stepMs} milliseconds`}::interval, e.created_at, 'epoch'), count(*),
      sum(greatest(e.amount_minor, 0))::bigint, sum(greatest(-e.amount_minor, 0))::bigint, 0::bigint
    from ${from} where ${where} group by 1`;
}

/** The entries of an account by its name, one by its id, and any by a part of the remarks. */
function searchEntries(term: string): Search {
  const owned = searchOwners(term, sql`e.owner_id`, [sql`e.id`]);
  const texts = searchTexts(term, [sql`u.username`, remarks], [sql`e.id`]);
  return { ...texts, exact: owned.exact };
}
