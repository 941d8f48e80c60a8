import type { Span } from '@pitboss/contract/dashboard';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { findBranch, type PlayBranch, playParts } from './client-play.ts';
import { isShort } from './cover-span.ts';
import { type CountedSpan, keyOf, type PlayMemory } from './play-memory.ts';
import type { PlayScope } from './play-scope.ts';
import { sumClients } from './sum-clients.ts';
import { spanRows } from './sum-spans.ts';

/** How many clients placed a settled bet in each span, in their order. */
export async function countPlayers(
  db: Db,
  scope: PlayScope,
  spans: CountedSpan[],
  memory: PlayMemory,
): Promise<number[]> {
  const { counts } = memory;
  if (scope.isClient) return spans.map(({ bets }) => (bets > 0n ? 1 : 0));
  const missing = spans.filter((span) => span.bets > 0n && !counts.has(keyOf(scope, span)));
  if (missing.length > 0) {
    const branch = await findBranch(db, scope);
    await countShort(db, branch, missing.filter(isShort), memory);
    for (const span of missing.filter((one) => !isShort(one))) {
      counts.set(keyOf(scope, span), await countLong(db, branch, span, memory));
    }
  }
  return spans.map((span) => (span.bets > 0n ? (counts.get(keyOf(scope, span)) ?? 0) : 0));
}

/** All of them by one statement, from quarters of an hour. */
async function countShort(
  db: Db,
  branch: PlayBranch,
  spans: CountedSpan[],
  { counts }: PlayMemory,
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

async function countLong(
  db: Db,
  branch: PlayBranch,
  span: Span,
  memory: PlayMemory,
): Promise<number> {
  // It is asked for again when the next bets have ended.
  if (span.to > branch.foldedUntil && !branch.isCrowd) {
    return (await sumClients(db, branch, span, memory)).length;
  }
  const { rows } = await sql<{ players: number }>`
    select count(*)::int as players from (
      select from ${playParts(branch, span, ['user_id', 'bets'])}
      group by user_id having sum(bets) > 0) p`.execute(db);
  return rows[0]?.players ?? 0;
}
