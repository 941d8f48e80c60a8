import * as z from 'zod/mini';
import { CashRequestStatus, CashRequestType } from './cash-requests.ts';
import { endpoint } from './endpoint.ts';
import { Currency, Money } from './money.ts';
import { User } from './users.ts';
import { Id, Instant, text } from './wire.ts';

/** Clients are looked for by words from so many letters on, or by their id. */
export const findLettersMin = 3;

/** A client below the caller, with whose it is. */
export const FoundClient = z.extend(User, { parentId: Id, parentName: z.string() });
export type FoundClient = z.output<typeof FoundClient>;

const ofClient = { _id: Id, userId: Id, username: z.string(), createdAt: Instant };
const amount = { amount: Money, currency: Currency };

export const Found = z.object({
  /** The very one first, then those that begin with the words, then those that hold them. */
  clients: z.array(FoundClient),
  requests: z.array(
    z.object({ ...ofClient, ...amount, type: CashRequestType, status: CashRequestStatus }),
  ),
  rounds: z.array(z.object({ _id: Id, state: z.string(), createdAt: Instant })),
  bets: z.array(z.object({ ...ofClient, ...amount, round: Id })),
  /** Rows of statements, found by their own number or by that of the transfer. */
  transfers: z.array(z.object({ ...ofClient, ...amount, transferId: Id, kind: z.string() })),
  /** The caller's own. */
  banks: z.array(z.object({ _id: Id, bankName: z.string(), accountHolderName: z.string() })),
});
export type Found = z.output<typeof Found>;

export const find = {
  all: endpoint({
    name: 'find.all',
    method: 'GET',
    path: '/find',
    about: { kind: 'user', id: 'caller' },
    summary: "Finds clients of the caller's branch by name or id, and what has a number.",
    allow: 'operators',
    effect: 'read',
    body: z.strictObject({ q: text(100, 1) }),
    result: Found,
  }),
};
