import * as z from 'zod/mini';
import { ordered, orderedAndSearched } from './columns.ts';
import { endpoint } from './endpoint.ts';
import { Currency, DecimalMoney, Elsewhere, Money } from './money.ts';
import { CashoutMultiplier, Multiplier } from './multiplier.ts';
import { RoundDetails } from './rounds.ts';
import {
  beyondGiven,
  blankable,
  dateRange,
  Id,
  Instant,
  pageBesideTotals,
  tableQuery,
} from './wire.ts';

export const betTypes = ['unsettled', 'settled', 'void'] as const;
export const BetType = z.enum(betTypes, { error: 'Type must be unsettled, settled or void.' });
export type BetType = z.output<typeof BetType>;

/** Beside the types: what a round that has ended a minute ago and more has left open. */
export const listedTypes = [...betTypes, 'left'] as const;
const ListedBets = z.enum(listedTypes, {
  error: 'Type must be unsettled, settled, void or left.',
});
export type ListedBets = z.output<typeof ListedBets>;

export const Bet = z.object({
  user: z.object({ username: z.string(), ...beyondGiven({ _id: Id }) }),
  round: Id,
  stake: DecimalMoney,
  /** Missing until the bet is settled, and in a void one. */
  cashoutAmount: z.optional(DecimalMoney),
  type: BetType,
  bettype: z.enum(['manual', 'auto']),
  createdAt: Instant,
  updatedAt: Instant,
  ...beyondGiven({
    _id: Id,
    currency: Currency,
    /** The multiplier that an auto bet leaves at by itself. */
    autoCashout: CashoutMultiplier,
    /** The multiplier that the bet left at. */
    multiplier: CashoutMultiplier,
    /** Where the round crashed, once it has. */
    crash: Multiplier,
  }),
});
export type Bet = z.output<typeof Bet>;

const Totals = z.object({
  totalStakes: DecimalMoney,
  totalCashoutAmount: DecimalMoney,
  /** What the operator won by the settled ones; what is open or was given back counts nothing. */
  totalPl: z.optional(Money),
});

/** One leg of a bet in the ledger, of its client's wallet or of what holds its stake. */
const BetLeg = z.object({
  transferId: Id,
  at: Instant,
  account: z.enum(['wallet', 'stakes']),
  kind: z.enum(['stake', 'stake_taken', 'payout', 'refund', 'settlement']),
  amount: Money,
  balanceAfter: Money,
  /** How many bets of the client it is for: stakes that were placed together are held as one. */
  bets: z.int(),
});

/** All that is known of one bet, for whoever has to answer for it. */
export const BetView = z.object({
  bet: Bet,
  isDemo: z.boolean(),
  /** The game server's own name of it; null for a bet of the platform's own game. */
  ref: z.nullable(z.string()),
  /** Why it could not be settled, where that is so. */
  heldReason: z.nullable(z.string()),
  /** When what happened to it and to its round; null for what has not, or is not known. */
  times: z.object({
    roundOpened: Instant,
    bettingEnds: z.nullable(Instant),
    placed: Instant,
    flightBegan: z.nullable(Instant),
    /** Told by the curve of the platform's own game: a game server names the multiplier alone. */
    left: z.nullable(Instant),
    roundEnded: z.nullable(Instant),
    ended: z.nullable(Instant),
  }),
  legs: z.array(BetLeg),
  round: RoundDetails,
});
export type BetView = z.output<typeof BetView>;

const columns = {
  username: orderedAndSearched,
  round: orderedAndSearched,
  stake: ordered,
  cashoutAmount: ordered,
  pl: ordered,
  type: ordered,
  createdAt: ordered,
  updatedAt: ordered,
};
const page = z.extend(pageBesideTotals(Bet, Totals), { elsewhere: Elsewhere });

export const bets = {
  list: endpoint({
    name: 'bets.list',
    method: 'POST',
    path: '/bets/getallbets',
    about: { kind: 'user', id: 'body.userId' },
    summary: "Lists bets of one account, or of the caller's branch without demo accounts.",
    allow: 'operators',
    effect: 'read',
    takes: 'form',
    body: tableQuery({
      ...dateRange,
      userId: z.optional(Id),
      currency: z.optional(Currency),
      type: blankable(ListedBets),
    }),
    result: page,
    columns,
  }),
  listOfUser: endpoint({
    name: 'bets.listOfUser',
    method: 'POST',
    path: '/bets/getUserBetsParent',
    about: { kind: 'user', id: 'body.userId' },
    summary: 'Lists the bets of one account that are unsettled, settled or void.',
    allow: 'operators',
    effect: 'read',
    takes: 'form',
    body: tableQuery({ ...dateRange, type: BetType, userId: Id }),
    result: page,
    columns: {
      username: orderedAndSearched,
      round: orderedAndSearched,
      stake: ordered,
      cashoutAmount: ordered,
      bettype: ordered,
      pl: ordered,
      type: ordered,
      createdAt: ordered,
      updatedAt: ordered,
    },
  }),
  listOfRound: endpoint({
    name: 'bets.listOfRound',
    method: 'POST',
    path: '/bets/getRoundBets',
    about: { kind: 'round', id: 'body.roundId' },
    summary: "Lists a round's bets of the caller's branch without demo accounts.",
    allow: 'operators',
    effect: 'read',
    takes: 'form',
    body: tableQuery({ roundId: Id, currency: z.optional(Currency) }),
    result: page,
    columns,
  }),
  get: endpoint({
    name: 'bets.get',
    method: 'GET',
    path: '/bets/{id}',
    about: { kind: 'bet', id: 'path.id' },
    summary: "One bet of the caller's branch with its times, its round and its money.",
    allow: 'operators',
    effect: 'read',
    result: BetView,
  }),
};
