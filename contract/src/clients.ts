import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Currency, Money } from './money.ts';
import { UserStatus } from './users.ts';
import { Id, Instant, text } from './wire.ts';

/** What one account has moved and played over its life, in its own currency. */
const ClientFigures = z.object({
  currency: Currency,
  /** From the caller down to the account's own operator. */
  path: z.array(z.object({ _id: Id, username: z.string() })),
  /** Whether the caller is the account's own operator, who alone may change it. */
  isDirect: z.boolean(),
  /** Of a client what was paid in and out; of an operator all that its wallet got and gave. */
  cashIn: Money,
  cashOut: Money,
  /** Those of a client's own bets, or of an operator's branch without demo accounts. */
  bets: z.int(),
  stakes: Money,
  payouts: Money,
  /** What the operator won by the settled ones. */
  pl: Money,
  firstSeenAt: z.nullable(Instant),
  lastSeenAt: z.nullable(Instant),
  sessions: z.int(),
});
export type ClientFigures = z.output<typeof ClientFigures>;

/** So many points a balance over time is drawn by. */
export const balancePoints = 180;

export const BalanceHistory = z.object({
  currency: Currency,
  from: Instant,
  to: Instant,
  /** At even distances, each with the balance at that moment. */
  points: z.array(z.object({ at: Instant, balance: Money })),
});
export type BalanceHistory = z.output<typeof BalanceHistory>;

const BalanceAt = z.object({
  at: Instant,
  currency: Currency,
  balance: Money,
  /** When the entry was made that left it so; null before the first one. */
  since: z.nullable(Instant),
  /** False in a month that was archived: the balance is that of the beginning of the day. */
  isExact: z.boolean(),
});

export const ClientSession = z.object({
  _id: Id,
  createdAt: Instant,
  lastUsedAt: Instant,
  /** Null while it is open. */
  endedAt: z.nullable(Instant),
  endReason: z.nullable(z.string()),
  address: z.string(),
  agent: z.string(),
});
export type ClientSession = z.output<typeof ClientSession>;

export const ClientNote = z.object({
  _id: Id,
  at: Instant,
  /** Who wrote it: a username of the caller's branch; of others only what they are. */
  by: z.string(),
  text: z.string(),
});
export type ClientNote = z.output<typeof ClientNote>;

export const NoteText = text(2000, 1).check(
  z.refine((note) => note.trim() !== '', 'This field is required.'),
);
export const StatusReason = text(500, 1).check(
  z.refine((reason) => reason.trim() !== '', 'This field is required.'),
);

/** Of an account below the caller, and nobody else. */
const about = { kind: 'user', id: 'path.id' } as const;

export const clients = {
  get: endpoint({
    name: 'clients.get',
    method: 'GET',
    path: '/clients/{id}',
    about,
    summary: 'What an account below the caller has moved and played, and when it was seen.',
    allow: 'operators',
    effect: 'read',
    result: ClientFigures,
  }),
  balanceHistory: endpoint({
    name: 'clients.balanceHistory',
    method: 'GET',
    path: '/clients/{id}/balance-history',
    about,
    summary: `The balance of an account over time, in ${balancePoints} points.`,
    allow: 'operators',
    effect: 'read',
    /** From the beginning and until now, where they are missing. */
    body: z.strictObject({ from: z.optional(Instant), to: z.optional(Instant) }),
    result: BalanceHistory,
  }),
  balanceAt: endpoint({
    name: 'clients.balanceAt',
    method: 'GET',
    path: '/clients/{id}/balance-at',
    about,
    summary: 'The balance that an account had at a past moment.',
    allow: 'operators',
    effect: 'read',
    body: z.strictObject({ at: Instant }),
    result: BalanceAt,
  }),
  sessions: endpoint({
    name: 'clients.sessions',
    method: 'GET',
    path: '/clients/{id}/sessions',
    about,
    summary: 'Where an account was signed in, the newest first, fifty at a time.',
    allow: 'operators',
    effect: 'read',
    body: z.strictObject({ before: z.optional(Id) }),
    result: z.array(ClientSession),
  }),
  notes: endpoint({
    name: 'clients.notes',
    method: 'GET',
    path: '/clients/{id}/notes',
    about,
    summary: 'What operators noted of an account, the newest first, fifty at a time.',
    allow: 'operators',
    effect: 'read',
    body: z.strictObject({ before: z.optional(Id) }),
    result: z.array(ClientNote),
  }),
  addNote: endpoint({
    name: 'clients.addNote',
    method: 'POST',
    path: '/clients/{id}/notes',
    about,
    summary: 'Notes something of an account for all operators above it; a note is never changed.',
    allow: 'operators',
    effect: 'write',
    body: z.strictObject({ text: NoteText }),
    result: z.optional(ClientNote),
  }),
  setStatus: endpoint({
    name: 'clients.setStatus',
    method: 'POST',
    path: '/clients/{id}/status',
    about,
    summary: 'Locks or unlocks a direct client, with the reason on record.',
    allow: 'operators',
    effect: 'write',
    body: z.strictObject({ status: UserStatus, reason: StatusReason }),
  }),
};
