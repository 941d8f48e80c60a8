import type { Span } from '@pitboss/contract/dashboard';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { findBranch, type PlayBranch, playParts } from './client-play.ts';
import { isShort } from './cover-span.ts';
import type { PlayScope } from './play-scope.ts';
import { spanRows } from './sum-spans.ts';

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
    const branch = await findBranch(db, scope);
    await countShort(db, branch, missing.filter(isShort), counts);
    for (const span of missing.filter((one) => !isShort(one))) {
      counts.set(keyOf(scope, span), await countLong(db, branch, span));
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

/** All of them by one statement, from quarters of an hour. */
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

async function countLong(db: Db, branch: PlayBranch, span: Span): Promise<number> {
  const { rows } = await sql<{ players: number }>`
    select count(*)::int as players from (
      select from ${playParts(branch, span, ['user_id', 'bets'])}
      group by user_id having sum(bets) > 0) p`.execute(db);
  return rows[0]?.players ?? 0;
}
