import * as z from 'zod/mini';
import { UserDetails } from './auth.ts';
import { Bank, BankAccount } from './banks.ts';
import { Bet } from './bets.ts';
import { CashRequest } from './cash-requests.ts';
import { endpoint } from './endpoint.ts';
import { Event } from './events.ts';
import { Currency, Money, MoveAmount, StakeAmount } from './money.ts';
import { CashoutMultiplier } from './multiplier.ts';
import { Round } from './rounds.ts';
import { Support } from './support.ts';
import { OwnNewPassword, UserStatus } from './users.ts';
import { FormWhole, Id, Instant, text } from './wire.ts';

const PlayerRequest = z.omit(CashRequest, { user: true });
const PlayerBet = z.omit(Bet, { user: true });

/** A history is read newest first: `limit` rows that are older than the row `before`. */
const history = z.strictObject({
  limit: z._default(FormWhole(1, 100, 'Limit is a whole number from 1 to 100.'), 20),
  before: z.optional(Id),
});

export const player = {
  login: endpoint({
    name: 'player.login',
    method: 'POST',
    path: '/player/login',
    about: { kind: 'session', id: 'none' },
    summary: "Opens a client's session.",
    allow: 'public',
    effect: 'write',
    body: z.strictObject({ username: text(200, 1), password: text(1000, 1) }),
    result: z.strictObject({ token: z.string(), userDetails: UserDetails }),
  }),
  logout: endpoint({
    name: 'player.logout',
    method: 'POST',
    path: '/player/logout',
    about: { kind: 'session', id: 'caller' },
    summary: 'Ends the session that the token belongs to.',
    allow: 'players',
    effect: 'write',
    whileSuspended: true,
  }),
  changePassword: endpoint({
    name: 'player.changePassword',
    method: 'POST',
    path: '/player/password',
    about: { kind: 'user', id: 'caller' },
    summary: "Changes the client's own password and ends its other sessions.",
    allow: 'players',
    effect: 'write',
    body: OwnNewPassword,
  }),
  me: endpoint({
    name: 'player.me',
    method: 'GET',
    path: '/player/me',
    about: { kind: 'user', id: 'caller' },
    summary: 'The client itself: name, wallet, limits.',
    allow: 'players',
    effect: 'read',
    result: z.object({
      username: z.string(),
      name: z.string(),
      currency: Currency,
      balance: Money,
      exposure: Money,
      minimumBets: z.nullable(Money),
      maximumBets: z.nullable(Money),
      status: UserStatus,
    }),
  }),
  banks: endpoint({
    name: 'player.banks',
    method: 'GET',
    path: '/player/banks',
    about: { kind: 'user', id: 'caller' },
    summary: "The active banks of the client's operator.",
    allow: 'players',
    effect: 'read',
    result: z.array(z.omit(Bank, { isDeleted: true, status: true })),
  }),
  support: endpoint({
    name: 'player.support',
    method: 'GET',
    path: '/player/support',
    about: { kind: 'user', id: 'caller' },
    summary: "The support links of the client's operator.",
    allow: 'players',
    effect: 'read',
    result: z.array(Support),
  }),
  events: endpoint({
    name: 'player.events',
    method: 'GET',
    path: '/player/events',
    about: { kind: 'event', id: 'none' },
    summary: 'The active events.',
    allow: 'players',
    effect: 'read',
    result: z.array(Event),
  }),
  listRequests: endpoint({
    name: 'player.listRequests',
    method: 'GET',
    path: '/player/requests',
    about: { kind: 'user', id: 'caller' },
    summary: "The client's own requests, newest first.",
    allow: 'players',
    effect: 'read',
    body: history,
    result: z.array(PlayerRequest),
  }),
  requestDeposit: endpoint({
    name: 'player.requestDeposit',
    method: 'POST',
    path: '/player/requests/deposit',
    about: { kind: 'cash-request', id: 'answer._id' },
    summary: 'Says that money was paid to a bank of the operator, with the receipt.',
    allow: 'players',
    effect: 'money',
    successStatus: 201,
    takes: 'multipart',
    files: ['receipt'],
    body: z.strictObject({ amount: MoveAmount, bankId: Id }),
    result: PlayerRequest,
  }),
  requestWithdraw: endpoint({
    name: 'player.requestWithdraw',
    method: 'POST',
    path: '/player/requests/withdraw',
    about: { kind: 'cash-request', id: 'answer._id' },
    summary: 'Asks for money to be paid out; it is reserved from then on.',
    allow: 'players',
    effect: 'money',
    successStatus: 201,
    body: z.strictObject({ amount: MoveAmount, bank: BankAccount }),
    result: PlayerRequest,
  }),
  cancelRequest: endpoint({
    name: 'player.cancelRequest',
    method: 'POST',
    path: '/player/requests/{id}/cancel',
    about: { kind: 'cash-request', id: 'path.id' },
    summary: "Takes back one of the client's own requests while it is pending.",
    allow: 'players',
    effect: 'money',
    result: PlayerRequest,
  }),
  round: endpoint({
    name: 'player.round',
    method: 'GET',
    path: '/player/round',
    about: { kind: 'round', id: 'none' },
    summary: 'The round now; once it has crashed with its multiplier and its seed.',
    allow: 'players',
    effect: 'read',
    result: z.nullable(
      z.extend(z.omit(Round, { roundId: true }), {
        hash: z.string(),
        tableHash: z.string(),
        seed: z.nullable(z.string()),
        /** When betting closes, when the flight began, and how fast it doubles. */
        bettingUntil: z.nullable(Instant),
        flyingAt: z.nullable(Instant),
        doublingMs: z.nullable(z.int()),
      }),
    ),
  }),
  placeBet: endpoint({
    name: 'player.placeBet',
    method: 'POST',
    path: '/player/bets',
    about: { kind: 'bet', id: 'answer._id' },
    summary: 'Bets on the round that is shown; the stake is reserved from then on.',
    allow: 'players',
    effect: 'money',
    successStatus: 201,
    body: z.strictObject({
      /** The round that is meant; another than the one that is shown is refused. */
      round: z.optional(Id),
      stake: StakeAmount,
      autoCashout: z.optional(CashoutMultiplier),
    }),
    result: PlayerBet,
  }),
  cashOut: endpoint({
    name: 'player.cashOut',
    method: 'POST',
    path: '/player/bets/{id}/cashout',
    about: { kind: 'bet', id: 'path.id' },
    summary: "Leaves the round at the present multiplier of the server's clock.",
    allow: 'players',
    effect: 'money',
    // What was staked before can be taken out.
    whileSuspended: true,
    result: PlayerBet,
  }),
  listBets: endpoint({
    name: 'player.listBets',
    method: 'GET',
    path: '/player/bets',
    about: { kind: 'user', id: 'caller' },
    summary: "The client's own bets, newest first.",
    allow: 'players',
    effect: 'read',
    body: history,
    result: z.array(PlayerBet),
  }),
};
