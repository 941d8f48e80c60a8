import { sql } from 'kysely';
import { endSessionsOfBranch } from '../auth/sessions.ts';
import type { Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';

interface Left {
  /** Bets that left their round at the multiplier of the moment, and those that were given back. */
  betsCashedOut: number;
  betsRefunded: number;
}

/**
 * Ends the sessions of an account and of everyone below it. They cannot leave a round by hand any
 * more, so their open bets leave it now.
 */
export async function shutOut(
  tx: Tx,
  actor: Actor,
  id: bigint,
  reason: 'locked' | 'deleted',
): Promise<Left | Record<string, never>> {
  await endSessionsOfBranch(tx, id, reason);
  const { rows } = await sql<Left>`
    select cashed_out as "betsCashedOut", refunded as "betsRefunded"
    from leave_rounds(${id}::bigint, ${actor.id}::bigint)`.execute(tx);
  const [left] = rows;
  return left && left.betsCashedOut + left.betsRefunded > 0 ? left : {};
}
