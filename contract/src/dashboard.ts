import * as z from 'zod/mini';
import { CashRequestType } from './cash-requests.ts';
import { endpoint } from './endpoint.ts';
import { Currency, Money } from './money.ts';
import { blankable, Id, Instant } from './wire.ts';

/** From belongs to it, to does not; both stand on a quarter of an hour. */
export const Span = z.strictObject({ from: Instant, to: Instant });
export type Span = z.output<typeof Span>;

/** So many spans are answered at once. */
export const spansMax = 500;

/** Settled bets by the time of their placing; players are those who placed any of them. */
export const Play = z.object({
  bets: z.int(),
  stakes: Money,
  cashout: Money,
  pl: Money,
  players: z.int(),
});
export type Play = z.output<typeof Play>;

/** How long a request has waited: below 10 minutes, up to 30, longer. */
export const requestAges = ['late', 'waiting', 'new'] as const;

const ToDo = z.object({
  /** From and to are the moments that the ages lie between, as the list of requests takes them. */
  requests: z.array(
    z.object({
      type: CashRequestType,
      age: z.enum(requestAges),
      count: z.int(),
      from: Instant,
      to: Instant,
    }),
  ),
  /** Bets of ended rounds that are not settled, by currency, and when the oldest was placed. */
  left: z.array(z.object({ currency: Currency, bets: z.int(), since: Instant })),
  /** Accounts of the branch whose sign-in is held up by wrong passwords. */
  lockedOut: z.array(z.object({ _id: Id, username: z.string(), until: Instant })),
  /** What an administrator must look at, in words; for SUPER. */
  trouble: z.array(z.string()),
});
export type ToDo = z.output<typeof ToDo>;

const Person = { _id: Id, username: z.string() };
const Ranked = z.object({ ...Person, bets: z.int(), pl: Money });

const Who = z.object({
  wins: z.array(z.object({ ...Person, round: Id, at: Instant, stake: Money, cashout: Money })),
  winners: z.array(Ranked),
  losers: z.array(Ranked),
  newClients: z.array(z.object({ ...Person, createdAt: Instant })),
  balances: z.array(z.object({ ...Person, balance: Money })),
});
export type Who = z.output<typeof Who>;

const about = { kind: 'user', id: 'body.userId' } as const;

export const dashboard = {
  play: endpoint({
    name: 'dashboard.play',
    method: 'POST',
    path: '/stats/play',
    about,
    summary:
      "Play in some spans of time, of the caller's branch without demo accounts or of one below.",
    allow: 'operators',
    effect: 'read',
    body: z.strictObject({
      userId: blankable(Id),
      currency: blankable(Currency),
      spans: z.array(Span).check(z.maxLength(spansMax, `Ask for at most ${spansMax} spans.`)),
    }),
    result: z.object({ currency: Currency, spans: z.array(Play) }),
  }),
  toDo: endpoint({
    name: 'dashboard.toDo',
    method: 'POST',
    path: '/stats/todo',
    about: { kind: 'user', id: 'caller' },
    summary: "What waits for somebody in the caller's branch.",
    allow: 'operators',
    effect: 'read',
    result: ToDo,
  }),
  who: endpoint({
    name: 'dashboard.who',
    method: 'POST',
    path: '/stats/who',
    about: { kind: 'user', id: 'caller' },
    summary: "Who of the caller's branch won or lost most, is new or has most, in one currency.",
    allow: 'operators',
    effect: 'read',
    body: z.strictObject({ currency: blankable(Currency), ...Span.shape }),
    result: Who,
  }),
};
