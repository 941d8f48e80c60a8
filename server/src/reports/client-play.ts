import type { Span } from '@pitboss/contract/dashboard';
import { type RawBuilder, sql } from 'kysely';
import { dayMs, slotMs } from '../lists/list-by-time.ts';
import type { PlayScope } from './play-scope.ts';

/** A branch with the operators whose clients are in it. */
export interface PlayBranch extends PlayScope {
  operators: bigint[];
}

/** Rows of client_slots c of a branch in a span. */
export function slotsIn({ operators, currency }: PlayBranch, span: Span): RawBuilder<unknown> {
  return sql`client_slots c
    where c.parent_id = any (${operators}::bigint[]) and c.currency = ${currency}
      and not c.is_demo and ${isIn(sql`c.slot_at`, span)}`;
}

/** Rows of client_days d with settled bets, of a branch and whole days of UTC. */
export function daysIn({ operators, currency }: PlayBranch, span: Span): RawBuilder<unknown> {
  return sql`client_days d join users u on u.id = d.user_id
    where u.parent_id = any (${operators}::bigint[]) and u.currency = ${currency}
      and not u.is_demo and d.bets > 0 and ${areDaysIn(span)}`;
}

export function areDaysIn({ from, to }: Span): RawBuilder<unknown> {
  const day = (at: Date) => sql`${at.toISOString().slice(0, 10)}::date`;
  return sql`d.day >= ${day(from)} and d.day < ${day(to)}`;
}

function betsIn({ operators, currency }: PlayBranch, span: Span): RawBuilder<unknown> {
  return sql`bets b
    where b.parent_id = any (${operators}::bigint[]) and b.currency = ${currency}
      and not b.is_demo and b.type = 'settled' and ${isIn(sql`b.created_at`, span)}`;
}

function isIn(at: RawBuilder<unknown>, { from, to }: Span): RawBuilder<unknown> {
  return sql`${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz`;
}

/** The whole steps of the clock in a span, and what is left of it at its ends. */
export function cutSpan({ from, to }: Span, stepMs: number): { whole: Span[]; ends: Span[] } {
  const first = new Date(Math.ceil(from.getTime() / stepMs) * stepMs);
  const last = new Date(Math.floor(to.getTime() / stepMs) * stepMs);
  if (first >= last) return { whole: [], ends: from < to ? [{ from, to }] : [] };
  const ends = [
    { from, to: first },
    { from: last, to },
  ].filter((end) => end.from < end.to);
  return { whole: [{ from: first, to: last }], ends };
}

/**
 * One row for each client that played in the span: user_id, bets, stakes, cashout, pl. Whole days
 * come from the one rollup, whole quarters of an hour from the other, and what is left at the very
 * ends from the bets.
 */
export function playOfClients(branch: PlayBranch, span: Span): RawBuilder<unknown> {
  const bySlots = cutSpan(span, slotMs);
  const byDays = bySlots.whole.map((whole) => cutSpan(whole, dayMs));
  const parts = [
    ...byDays
      .flatMap(({ whole }) => whole)
      .map(
        (days) => sql`
      select d.user_id, d.bets, d.stakes_minor, d.cashouts_minor from ${daysIn(branch, days)}`,
      ),
    ...byDays
      .flatMap(({ ends }) => ends)
      .map(
        (slots) => sql`
      select c.user_id, c.bets, c.stakes_minor, c.cashouts_minor from ${slotsIn(branch, slots)}`,
      ),
    ...bySlots.ends.map(
      (end) => sql`
      select b.user_id, 1::bigint, b.stake_minor, b.cashout_minor from ${betsIn(branch, end)}`,
    ),
    sql`select null::bigint, 0::bigint, 0::bigint, 0::bigint where false`,
  ];
  return sql`
    select user_id, sum(bets)::bigint as bets, sum(stakes)::bigint as stakes,
      sum(cashouts)::bigint as cashout, sum(stakes - cashouts)::bigint as pl
    from (${sql.join(parts, sql` union all `)}) part (user_id, bets, stakes, cashouts)
    group by 1`;
}
