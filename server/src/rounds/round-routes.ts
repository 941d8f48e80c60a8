import { rounds } from '@pitboss/contract/rounds';
import { type App, publicCall, read, write } from '../http/bind.ts';
import { settleEndedRound } from './end-round.ts';
import { listRounds } from './list-rounds.ts';
import { getRound, toRoundDetails } from './round-row.ts';
import { verifyRound } from './verify-round.ts';

export function roundRoutes(app: App): void {
  read(app, rounds.list, ({ db, body }) => listRounds(db, body));
  read(app, rounds.get, async ({ db, params }) => toRoundDetails(await getRound(db, params.id)));

  publicCall(app, rounds.verify, async ({ db, params }) => ({
    message: 'OK',
    data: await verifyRound(db, params.id),
  }));

  write(app, rounds.settle, async ({ tx, actor, body: { roundId } }) => {
    const ended = await settleEndedRound(tx, roundId, actor.id);
    const message =
      ended.settled + ended.refunded > 0
        ? 'Round settlement completed successfully'
        : `Nothing was left to settle in round ${roundId}.`;
    const change = { kind: 'round', id: roundId, after: ended } as const;
    return { message, data: { round: roundId, ...ended }, change };
  });
}
