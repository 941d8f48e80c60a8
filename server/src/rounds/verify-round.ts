import type { ResultOf } from '@pitboss/contract/endpoint';
import type { rounds } from '@pitboss/contract/rounds';
import { tableOf } from '@pitboss/engine/band';
import { verifyRound as verify } from '@pitboss/engine/verify';
import type { Db } from '../db/database.ts';
import { Refusal } from '../kernel/refusal.ts';
import { getRound, seedOf, toRoundDetails } from './round-row.ts';

/** Draws an ended round again from its seed and its table, and says whether it all agrees. */
export async function verifyRound(db: Db, id: bigint): Promise<ResultOf<typeof rounds.verify>> {
  const row = await getRound(db, id);
  const seed = seedOf(row);
  if (seed === null) {
    throw new Refusal('conflict', `Round ${id} has not ended: its seed is still secret.`);
  }
  const { hash, tableHash, multiplierHundredths } = row;
  const { drawnHundredths, ...verdict } = verify({
    round: id,
    hash,
    seed,
    tableHash,
    table: tableOf(row.bands, row.builtInMillionths),
    // A void round has no multiplier of its own: its seed and table are checked all the same.
    multiplierHundredths: multiplierHundredths ?? row.drawnHundredths,
  });
  return { ...toRoundDetails(row), ...verdict, drawn: drawnHundredths };
}
