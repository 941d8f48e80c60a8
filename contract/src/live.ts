import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Currency, Money } from './money.ts';
import { Multiplier } from './multiplier.ts';
import { Notification } from './notification.ts';
import { RoundState } from './round-state.ts';
import { blankable, Id, Instant, text } from './wire.ts';

/** The round that is running, or the last one. Where its flight is follows from its times. */
export const LiveRound = z.object({
  round: Id,
  state: RoundState,
  /** Only a crashed round shows it. */
  multiplier: z.nullable(Multiplier),
  /** When betting closes; a game server's round does not say. */
  bettingUntil: z.nullable(Instant),
  /** When the flight began, and how fast it doubles. */
  startedAt: z.nullable(Instant),
  doublingMs: z.nullable(z.int()),
});
export type LiveRound = z.output<typeof LiveRound>;

/** What the caller's branch has in that round, without demo accounts; one for each currency. */
export const LivePlay = z.object({
  currency: Currency,
  bets: z.int(),
  stakes: Money,
  /** What it was paid out so far. */
  cashouts: Money,
  /** What is at stake and not settled yet, as a negative number. */
  exposure: Money,
});
export type LivePlay = z.output<typeof LivePlay>;

/** The requests of the caller's branch that wait, without demo accounts. */
export const LivePending = z.object({
  currency: Currency,
  count: z.int(),
  deposit: Money,
  withdraw: Money,
  /** The one that came last. */
  newest: Id,
});
export type LivePending = z.output<typeof LivePending>;

/** A wallet of the caller; its own currency comes first. */
export const LiveWallet = z.object({ currency: Currency, balance: Money, exposure: Money });
export type LiveWallet = z.output<typeof LiveWallet>;

/**
 * What an open panel shows of this moment. The stream sends all of it at first, then the parts that
 * have changed, each as a whole; notifications are those that are new.
 */
export const LiveNow = z.object({
  /** By the database's clock. */
  at: Instant,
  round: z.nullable(LiveRound),
  play: z.array(LivePlay),
  pending: z.array(LivePending),
  wallets: z.array(LiveWallet),
  isMaintenance: z.nullable(z.boolean()),
  /** Notifications that wait to be read; a hundred stands for more. */
  unread: z.int(),
  notifications: z.array(Notification),
  /** Who asks again with it gets the notifications since. */
  cursor: z.string(),
});
export type LiveNow = z.output<typeof LiveNow>;

/** One message of the stream. */
export const LiveChange = z.partial(LiveNow);
export type LiveChange = z.output<typeof LiveChange>;

export const live = {
  now: endpoint({
    name: 'live.now',
    method: 'GET',
    path: '/live',
    about: { kind: 'platform', id: 'none' },
    summary:
      'What an open panel shows of this moment; asked for as text/event-stream, a stream of it.',
    allow: 'operators',
    effect: 'read',
    body: z.strictObject({
      /** The cursor of the answer before; a stream may send it as Last-Event-ID. */
      since: blankable(text(20).check(z.regex(/^\d{1,20}$/, 'Send the cursor as it came.'))),
    }),
    result: LiveNow,
  }),
};
