import type { Span } from '@pitboss/contract/dashboard';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { dayMs } from '../lists/list-by-time.ts';
import { areDaysIn, cutSpan, daysIn, type PlayBranch, slotsIn } from './client-play.ts';
import { operatorsOf, type PlayScope } from './play-scope.ts';
import { spanRows, sumSpans } from './sum-spans.ts';

/** A span with the number of its settled bets. */
interface CountedSpan extends Span {
  bets: bigint;
}

/**
 * What was counted before. How many played in a span never changes while the number of its settled
 * bets does not, and that only grows: an hour or a day that is over is counted once.
 */
export type PlayerCounts = Map<string, number>;

const rememberedMax = 20_000;
/** Up to here a span is counted by quarters of an hour, beyond it by days. */
const shortMs = 2 * dayMs;

/** How many clients placed a settled bet in each span, in their order. */
export async function countPlayers(
  db: Db,
  scope: PlayScope,
  spans: CountedSpan[],
  counts: PlayerCounts,
): Promise<number[]> {
  if (scope.isClient) return spans.map(({ bets }) => (bets > 0n ? 1 : 0));
  const missing = spans.filter((span) => span.bets > 0n && !counts.has(keyOf(scope, span)));
  if (missing.length > 0) {
    const branch = { ...scope, operators: await operatorsOf(db, scope) };
    const isShort = ({ from, to }: Span) => to.getTime() - from.getTime() <= shortMs;
    await countShort(db, branch, missing.filter(isShort), counts);
    for (const span of missing.filter((one) => !isShort(one))) {
      counts.set(keyOf(scope, span), await countLong(db, branch, span, counts));
    }
  }
  const players = spans.map((span) => (span.bets > 0n ? recall(counts, keyOf(scope, span)) : 0));
  for (const key of counts.keys()) {
    if (counts.size <= rememberedMax) break;
    counts.delete(key);
  }
  return players;
}

function keyOf({ id, currency }: PlayScope, { from, to, bets }: CountedSpan): string {
  return [id, currency, from.getTime(), to.getTime(), bets].join(' ');
}

/** What is asked for goes to the end, since the first are forgotten first. */
function recall(counts: PlayerCounts, key: string): number {
  const players = counts.get(key) ?? 0;
  counts.delete(key);
  counts.set(key, players);
  return players;
}

async function countShort(
  db: Db,
  branch: PlayBranch,
  spans: CountedSpan[],
  counts: PlayerCounts,
): Promise<void> {
  if (spans.length === 0) return;
  const { operators, currency } = branch;
  const { rows } = await sql<{ place: number; players: number }>`
    select span.n::int as place, p.players
    from ${spanRows(spans)} cross join lateral (
      select count(distinct c.user_id)::int as players from client_slots c
      where c.parent_id = any (${operators}::bigint[]) and c.currency = ${currency}
        and not c.is_demo and c.slot_at >= span.from_at and c.slot_at < span.to_at) p`.execute(db);
  for (const { place, players } of rows) {
    const span = spans[place - 1];
    if (span) counts.set(keyOf(branch, span), players);
  }
}

/**
 * A span that is still growing is counted up to this day, which stays, and those are added who have
 * played since and not before.
 */
async function countLong(
  db: Db,
  branch: PlayBranch,
  span: Span,
  counts: PlayerCounts,
): Promise<number> {
  const today = new Date(Math.floor(Date.now() / dayMs) * dayMs);
  if (span.to <= today) return countWhole(db, branch, span);
  const head = { from: span.from, to: today };
  const [sums] = await sumSpans(db, branch, [head]);
  const key = keyOf(branch, { ...head, bets: sums?.bets ?? 0n });
  const before = counts.get(key) ?? (await countWhole(db, branch, head));
  counts.set(key, before);
  return before + (await countNew(db, branch, head, { from: today, to: span.to }));
}

async function countWhole(db: Db, branch: PlayBranch, span: Span): Promise<number> {
  const { whole, ends } = cutSpan(span, dayMs);
  const days = whole.map((one) => sql`select d.user_id from ${daysIn(branch, one)}`);
  return countOf(
    db,
    sql`select count(distinct user_id)::int as count
      from (${sql.join([...days, slotUsers(branch, ends)], sql` union all `)}) played`,
  );
}

async function countNew(db: Db, branch: PlayBranch, head: Span, rest: Span): Promise<number> {
  const { whole, ends } = cutSpan(head, dayMs);
  const before = whole.map(
    (one) => sql`and not exists (select from client_days d
      where d.user_id = now.user_id and d.bets > 0 and ${areDaysIn(one)})`,
  );
  return countOf(
    db,
    sql`select count(*)::int as count
      from (select distinct user_id from (${slotUsers(branch, [rest])}) s) now
      where now.user_id not in (${slotUsers(branch, ends)}) ${sql.join(before, sql` `)}`,
  );
}

function slotUsers(branch: PlayBranch, spans: Span[]): RawBuilder<unknown> {
  const users = spans.map((span) => sql`select c.user_id from ${slotsIn(branch, span)}`);
  return sql.join([...users, sql`select 0::bigint where false`], sql` union all `);
}

async function countOf(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`${query}`.execute(db);
  return rows[0]?.count ?? 0;
}
