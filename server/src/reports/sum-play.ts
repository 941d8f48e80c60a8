import type { Play, Span } from '@pitboss/contract/dashboard';
import type { Db } from '../db/database.ts';
import { countPlayers } from './count-players.ts';
import type { PlayMemory } from './play-memory.ts';
import type { PlayScope } from './play-scope.ts';
import { sumSpans } from './sum-spans.ts';

/** What was played in each of the spans, in their order. */
export async function sumPlay(
  db: Db,
  scope: PlayScope,
  spans: Span[],
  memory: PlayMemory,
): Promise<Play[]> {
  if (spans.length === 0) return [];
  const sums = await sumSpans(db, scope, spans);
  const counted = spans.map((span, index) => ({ ...span, bets: sums[index]?.bets ?? 0n }));
  const players = await countPlayers(db, scope, counted, memory);
  return sums.map(({ bets, stakes, cashout }, index) => ({
    bets: Number(bets),
    stakes,
    cashout,
    pl: stakes - cashout,
    players: players[index] ?? 0,
  }));
}
