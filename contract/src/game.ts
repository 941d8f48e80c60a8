import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { StakeAmount } from './money.ts';
import { CashoutMultiplier, Multiplier } from './multiplier.ts';
import { Round } from './rounds.ts';
import { Id, text } from './wire.ts';

/** The most bets or cash-outs that one call may carry. */
export const batchMax = 10_000;

/** The caller's own id of a round or a bet: the same one again is the same thing. */
const Ref = text(64, 1);

/** Room for a full batch, generously written. */
const bodyBytesMax = 4 * 1024 * 1024;

const NewBet = z.strictObject({
  ref: Ref,
  userId: Id,
  stake: StakeAmount,
  autoCashout: z.optional(CashoutMultiplier),
});

function batchOf<S extends z.ZodMiniType>(one: S) {
  return z
    .array(one)
    .check(
      z.minLength(1, 'Send at least one.'),
      z.maxLength(batchMax, `Send at most ${batchMax} at once.`),
    );
}

/** What became of one of many: the refused have a reason, the rest stand. */
const verdict = {
  ref: z.string(),
  status: z.enum(['accepted', 'refused']),
  reason: z.optional(z.string()),
};
const counts = { accepted: z.int(), refused: z.int() };

export const game = {
  openRound: endpoint({
    name: 'game.openRound',
    method: 'POST',
    path: '/game/rounds',
    about: { kind: 'round', id: 'answer.round' },
    summary: 'Opens a round for betting.',
    allow: 'services',
    effect: 'write',
    successStatus: 201,
    body: z.strictObject({ ref: Ref }),
    result: z.extend(Round, { hash: z.string(), tableHash: z.string() }),
  }),
  placeBets: endpoint({
    name: 'game.placeBets',
    method: 'POST',
    path: '/game/rounds/{round}/bets',
    about: { kind: 'round', id: 'path.round' },
    summary: 'Places up to 10,000 bets; each is accepted or refused with a reason.',
    allow: 'services',
    effect: 'money',
    bodyBytesMax,
    body: z.strictObject({ bets: batchOf(NewBet) }),
    result: z.object({
      ...counts,
      bets: z.array(z.object({ ...verdict, betId: z.optional(Id) })),
    }),
  }),
  startRound: endpoint({
    name: 'game.startRound',
    method: 'POST',
    path: '/game/rounds/{round}/start',
    about: { kind: 'round', id: 'path.round' },
    summary: 'Closes betting; the round flies.',
    allow: 'services',
    effect: 'write',
    result: Round,
  }),
  cashOut: endpoint({
    name: 'game.cashOut',
    method: 'POST',
    path: '/game/rounds/{round}/cashouts',
    about: { kind: 'round', id: 'path.round' },
    summary: 'Fixes the multipliers that bets left at; each is accepted or refused with a reason.',
    allow: 'services',
    effect: 'money',
    bodyBytesMax,
    body: z.strictObject({
      cashouts: batchOf(z.strictObject({ ref: Ref, multiplier: CashoutMultiplier })),
    }),
    result: z.object({ ...counts, cashouts: z.array(z.object(verdict)) }),
  }),
  crashRound: endpoint({
    name: 'game.crashRound',
    method: 'POST',
    path: '/game/rounds/{round}/crash',
    about: { kind: 'round', id: 'path.round' },
    summary: 'Ends the round at its multiplier and settles it, unless settle is false.',
    allow: 'services',
    effect: 'money',
    body: z.strictObject({
      multiplier: Multiplier,
      settle: z.optional(z.boolean('Must be true or false.')),
    }),
    result: z.extend(Round, { settled: z.int() }),
  }),
  voidRound: endpoint({
    name: 'game.voidRound',
    method: 'POST',
    path: '/game/rounds/{round}/void',
    about: { kind: 'round', id: 'path.round' },
    summary: 'Ends the round without a result and refunds every stake.',
    allow: 'services',
    effect: 'money',
    result: z.extend(Round, { refunded: z.int() }),
  }),
};
