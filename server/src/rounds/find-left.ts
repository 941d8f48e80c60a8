import type { RoundDetails } from '@pitboss/contract/rounds';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { openBets } from './open-bets.ts';
import { hasEnded, type RoundRow } from './round-row.ts';

/** By the rule that was met, or the code of the fault. */
const sentences: Record<string, string> = {
  none: 'Nobody has settled it yet.',
  nobody_has_more_than_can_be_told: 'The wallet would hold more than 900,000,000,000.00.',
  '22003': 'A figure would grow beyond what can be counted.',
};

function sentenceOf(reason: string): string {
  return sentences[reason] ?? `The ledger refused it (${reason}).`;
}

/** What is still open in a round that has ended, by the reason why; undefined for nothing. */
export async function findLeft(db: Db, round: RoundRow): Promise<RoundDetails['left']> {
  if (!hasEnded(round)) return undefined;
  const { rows } = await sql<{ reason: string; bets: number }>`
    select coalesce(h.reason, 'none') as reason, count(*)::int as bets
    from bets b left join held_bets h on h.bet_id = b.id
    where ${openBets(sql`b.round_id = ${round.id}`)}
    group by 1 order by 2 desc, 1`.execute(db);
  const bets = rows.reduce((sum, row) => sum + row.bets, 0);
  const reasons = rows.map((row) => ({ ...row, reason: sentenceOf(row.reason) }));
  return bets > 0 ? { bets, reasons } : undefined;
}

/** How many bets each of the rounds has open. */
export async function countUnsettled(
  db: Db,
  rounds: { round: bigint }[],
): Promise<(round: bigint) => number> {
  const ids = rounds.map(({ round }) => round);
  const { rows } = await sql<{ round: bigint; bets: number }>`
    select b.round_id as round, count(*)::int as bets from bets b
    where ${openBets(sql`b.round_id = any (${ids}::bigint[])`)} group by 1`.execute(db);
  const counts = new Map(rows.map(({ round, bets }) => [round, bets]));
  return (round) => counts.get(round) ?? 0;
}
