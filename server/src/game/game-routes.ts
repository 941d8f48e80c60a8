import { game } from '@pitboss/contract/game';
import { serve } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { toRound } from '../rounds/round-row.ts';
import {
  cashOutGameBets,
  crashGameRound,
  openGameRound,
  placeGameBets,
  startGameRound,
  voidGameRound,
} from './game-rounds.ts';

/** What a game server calls, with its service key. */
export function gameRoutes(app: App): void {
  serve(app, game.openRound, async ({ tx, actor, body }) => {
    const round = await openGameRound(tx, actor, body.ref, app.rtp);
    const { hash, tableHash } = round;
    const change = { kind: 'round', id: round.id, after: { ref: body.ref, hash } } as const;
    return { message: 'Round open.', data: { ...toRound(round), hash, tableHash }, change };
  });

  serve(app, game.placeBets, async ({ tx, actor, params, body }) => {
    const data = await placeGameBets(
      tx,
      actor,
      params.round,
      body.bets.map(({ ref, userId, stake, autoCashout = null }) => ({
        ref,
        userId,
        stakeMinor: stake,
        autoHundredths: autoCashout,
      })),
    );
    const { accepted, refused } = data;
    const message = `${accepted} accepted, ${refused} refused.`;
    return {
      message,
      data,
      change: { kind: 'round', id: params.round, after: { accepted, refused } },
    };
  });

  serve(app, game.startRound, async ({ tx, actor, params }) => {
    const round = await startGameRound(tx, actor, params.round);
    const change = { kind: 'round', id: round.id, after: { state: round.state } } as const;
    return { message: 'Betting is closed.', data: toRound(round), change };
  });

  serve(app, game.cashOut, async ({ tx, actor, params, body }) => {
    const data = await cashOutGameBets(tx, actor, params.round, body.cashouts);
    const { accepted, refused } = data;
    const message = `${accepted} accepted, ${refused} refused.`;
    return {
      message,
      data,
      change: { kind: 'round', id: params.round, after: { accepted, refused } },
    };
  });

  serve(app, game.crashRound, async ({ tx, actor, params, body }) => {
    const { round, settled } = await crashGameRound(tx, actor, params.round, body);
    const { state, multiplierHundredths } = round;
    const after = { state, multiplierHundredths, settled };
    const message = `Round ${round.id} has crashed.`;
    return {
      message,
      data: { ...toRound(round), settled },
      change: { kind: 'round', id: round.id, after },
    };
  });

  serve(app, game.voidRound, async ({ tx, actor, params }) => {
    const { round, refunded } = await voidGameRound(tx, actor, params.round);
    return {
      message: `Round ${round.id} is void.`,
      data: { ...toRound(round), refunded },
      change: { kind: 'round', id: round.id, after: { state: round.state, refunded } },
    };
  });
}
