import type { RoundDetails } from '@pitboss/contract/rounds';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { findOperatorIds, rowsOf } from '../lists/branch.ts';
import { openBets } from './open-bets.ts';

type Open = NonNullable<RoundDetails['open']>;

/** What the caller's branch has open in a round, by currency; as in reports, no play money. */
export async function findOpen(db: Db, actor: Actor, roundId: bigint): Promise<Open> {
  const branch = { operatorIds: await findOperatorIds(db, actor.id) };
  const { every } = rowsOf(branch, sql`b.parent_id`, sql`b.round_id = ${roundId}`);
  const { rows } = await sql<Open[number]>`
    select b.currency, count(*)::int as bets, sum(b.stake_minor)::bigint as stakes
    from bets b where ${openBets(every)} and not b.is_demo
    group by 1 order by 1`.execute(db);
  return rows;
}
