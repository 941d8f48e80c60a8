import type { LedgerStage } from './bench-stage.ts';
import { crashHundredths, type SampleBet } from './sample-bets.ts';

/** A round with these bets, in flight, made by a release's own functions without a node. */
export function openAndPlace(
  { release, db, serviceKey }: LedgerStage,
  ref: string,
  bets: SampleBet[],
): Promise<bigint> {
  return release.inTransaction(db, async (tx) => {
    const terms = { source: 'game' as const, serviceKeyId: serviceKey.id, ref };
    const { id } = await release.openRound(tx, terms, release.readConfig({}).rtp);
    const placer = { actorId: null, serviceKeyId: serviceKey.id };
    const placed = await release.placeBets(tx, id, placer, bets);
    if (placed.some(({ betId }) => betId === null)) throw new Error('A bet was refused.');
    await release.startRound(tx, id);
    return id;
  });
}

/** Ends a round and settles its bets, in a transaction on a connection of its own. */
export function settle({ release, db }: LedgerStage, roundId: bigint, bets: number): Promise<void> {
  return release.inTransaction(db, async (tx) => {
    await release.crashRound(tx, roundId, crashHundredths);
    const { ended } = await release.settleRound(tx, roundId, null);
    if (ended !== bets) throw new Error('Not every bet was settled.');
  });
}
