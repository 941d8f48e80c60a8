import type { RoundDetails } from '@pitboss/contract/rounds';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { findOperatorIds, rowsOf } from '../lists/branch.ts';

type Open = NonNullable<RoundDetails['open']>;

/** What the caller's branch has open in a round, by currency; as in reports, no play money. */
export async function findOpen(db: Db, actor: Actor, roundId: bigint): Promise<Open> {
  const branch = { operatorIds: await findOperatorIds(db, actor.id) };
  const ofRound = sql`b.type = 'unsettled' and b.round_id = ${roundId} and not b.is_demo`;
  // Few bets are open at a time and they have an index; those of a round may be many.
  const { rows } = await sql<Open[number]>`
    with open as materialized (
      select b.currency, b.stake_minor from bets b
      where ${rowsOf(branch, sql`b.parent_id`, ofRound).every})
    select currency, count(*)::int as bets, sum(stake_minor)::bigint as stakes
    from open group by 1 order by 1`.execute(db);
  return rows;
}
