import { rounds } from '@pitboss/contract/rounds';
import { publicCall, read, write } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { findLeft } from './find-left.ts';
import { findOpen } from './find-open.ts';
import { listRounds } from './list-rounds.ts';
import { getRound, toRoundDetails } from './round-row.ts';
import { settleEndedRound, voidLeft } from './round-steps.ts';
import { verifyRound } from './verify-round.ts';

export function roundRoutes(app: App): void {
  read(app, rounds.list, ({ db, actor, body }) => listRounds(db, actor, body));
  read(app, rounds.get, async ({ db, actor, params }) => {
    const round = await getRound(db, params.id);
    const details = { ...toRoundDetails(round), open: await findOpen(db, actor, round.id) };
    // Bets of the whole platform: nobody's but SUPER's to count.
    if (actor.role !== 'SUPER') return details;
    const left = await findLeft(db, round);
    return { ...details, unsettled: left?.bets ?? 0, ...(left ? { left } : {}) };
  });

  publicCall(app, rounds.verify, async ({ db, params }) => ({
    message: 'OK',
    data: await verifyRound(db, params.id),
  }));

  write(app, rounds.settle, async ({ tx, actor, body: { roundId } }) => {
    const ended = await settleEndedRound(tx, roundId, actor.id);
    const change = { kind: 'round', id: roundId, after: ended } as const;
    return { message: toldOf(roundId, ended), data: { round: roundId, ...ended }, change };
  });

  write(app, rounds.voidLeft, async ({ tx, actor, body: { roundId, reason } }) => {
    const { ended: refunded, held } = await voidLeft(tx, roundId, actor.id);
    const after = { refunded, held, reason };
    return {
      message: `${refunded} bets of round ${roundId} were given back.`,
      data: { round: roundId, refunded, held },
      change: { kind: 'round', id: roundId, after },
    };
  });
}

function toldOf(
  roundId: bigint,
  { settled, refunded, held }: { settled: number; refunded: number; held: number },
): string {
  if (held > 0) return `${held} bets of round ${roundId} could not be settled and are held.`;
  if (settled + refunded > 0) return 'Round settlement completed successfully';
  return `Nothing was left to settle in round ${roundId}.`;
}
