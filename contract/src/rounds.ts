import * as z from 'zod/mini';
import { ordered, orderedAndSearched, shown } from './columns.ts';
import { endpoint } from './endpoint.ts';
import { Currency, Money } from './money.ts';
import { Multiplier } from './multiplier.ts';
import { Odds } from './multipliers.ts';
import { RoundState } from './round-state.ts';
import { beyondGiven, dateRange, Id, Instant, pageOf, tableQuery, text } from './wire.ts';

/** Only a crashed round shows its multiplier. */
export const Round = z.object({
  round: Id,
  multiplier: z.optional(z.nullable(Multiplier)),
  createdAt: Instant,
  updatedAt: Instant,
  /** `unsettled`: how many bets wait to be settled once the round has ended; for SUPER. */
  ...beyondGiven({ roundId: Id, state: RoundState, unsettled: z.int() }),
});
export type Round = z.output<typeof Round>;

/**
 * What anybody needs to draw the crash point again: the seed stays secret until the round has
 * ended, its hash and the table were fixed before betting opened.
 */
const Proof = {
  /** Who said where the round crashed: the platform's own draw, or a game server. */
  source: z.enum(['engine', 'game']),
  hash: z.string(),
  seed: z.nullable(z.string()),
  tableVersion: Id,
  tableHash: z.string(),
  bands: Odds.shape.bands,
  builtIn: Odds.shape.builtIn,
};

export const RoundDetails = z.extend(Round, {
  ...beyondGiven(Proof),
  /** What the caller's branch has at stake and not settled yet, without demo accounts. */
  open: z.optional(z.array(z.object({ currency: Currency, bets: z.int(), stakes: Money }))),
  /** What is not settled in a round that has ended, and why; for SUPER, where there is any. */
  left: z.optional(
    z.object({
      bets: z.int(),
      reasons: z.array(z.object({ reason: z.string(), bets: z.int() })),
    }),
  ),
});
export type RoundDetails = z.output<typeof RoundDetails>;

const Verdict = z.extend(RoundDetails, {
  /** The seed is the one whose hash was published. */
  isSeedRight: z.boolean(),
  isTableRight: z.boolean(),
  /** Where the seed and the table say that the round crashed. */
  drawn: Multiplier,
  isMultiplierRight: z.boolean(),
});

export const rounds = {
  list: endpoint({
    name: 'rounds.list',
    method: 'POST',
    path: '/rounds/list/getAllRounds',
    about: { kind: 'round', id: 'none' },
    summary: 'Lists rounds.',
    allow: 'operators',
    effect: 'read',
    takes: 'form',
    body: tableQuery(dateRange),
    result: pageOf(Round),
    columns: {
      round: orderedAndSearched,
      multiplier: ordered,
      createdAt: ordered,
      updatedAt: ordered,
      /** SUPER's alone. */
      actions: shown,
    },
  }),
  get: endpoint({
    name: 'rounds.get',
    method: 'POST',
    path: '/rounds/details/{id}',
    about: { kind: 'round', id: 'path.id' },
    summary: 'One round with what is needed to verify it.',
    allow: 'operators',
    effect: 'read',
    result: RoundDetails,
  }),
  verify: endpoint({
    name: 'rounds.verify',
    method: 'GET',
    path: '/rounds/verify/{id}',
    about: { kind: 'round', id: 'path.id' },
    summary: 'Draws the crash point of an ended round again from its seed and compares.',
    allow: 'public',
    effect: 'read',
    result: Verdict,
  }),
  settle: endpoint({
    name: 'rounds.settle',
    method: 'POST',
    path: '/rounds/betsattlement',
    about: { kind: 'round', id: 'body.roundId' },
    summary: 'Settles what is unsettled in a crashed round, or refunds it in a void one.',
    allow: 'super',
    effect: 'money',
    body: z.strictObject({ roundId: Id }),
    result: z.optional(
      z.object({ round: Id, settled: z.int(), refunded: z.int(), held: z.optional(z.int()) }),
    ),
  }),
  voidLeft: endpoint({
    name: 'rounds.voidLeft',
    method: 'POST',
    path: '/rounds/voidleft',
    about: { kind: 'round', id: 'body.roundId' },
    summary: 'Gives back what could not be settled in a crashed round, with the reason on record.',
    allow: 'super',
    effect: 'money',
    body: z.strictObject({ roundId: Id, reason: text(500, 1) }),
    result: z.optional(z.object({ round: Id, refunded: z.int(), held: z.int() })),
  }),
};
