import * as z from 'zod/mini';
import { BankStatus } from './banks.ts';
import { ordered, orderedAndSearched, shown } from './columns.ts';
import { endpoint } from './endpoint.ts';
import { Currency, Money } from './money.ts';
import {
  beyondGiven,
  blankable,
  dateRange,
  Id,
  Instant,
  pageOf,
  tableQuery,
  text,
} from './wire.ts';

export const cashRequestTypes = ['deposit', 'withdraw'] as const;
export const CashRequestType = z.enum(cashRequestTypes);
export const cashRequestStatuses = ['success', 'cancelled', 'failed', 'pending'] as const;
export const CashRequestStatus = z.enum(cashRequestStatuses);
export type CashRequestStatus = z.output<typeof CashRequestStatus>;

/** What an operator may set a request to; only the client cancels. */
export const decidedStatuses = ['success', 'failed', 'pending'] as const;
const DecidedStatus = z.enum(decidedStatuses, {
  error: 'Status must be success, failed or pending.',
});

export const CashRequest = z.object({
  _id: Id,
  createdAt: Instant,
  user: z.object({ username: z.string(), ...beyondGiven({ _id: Id }) }),
  amount: Money,
  type: CashRequestType,
  /** A deposit's receipt: an address that shows it for a while to whoever holds it. */
  receiptUrl: z.optional(z.nullable(z.string())),
  /** A withdrawal's account to pay to; a deposit's bank that was paid to. */
  bank: z.optional(
    z.nullable(
      z.object({
        bankName: z.string(),
        accountHolderName: z.string(),
        accountNumber: z.string(),
        IBAN: z.string(),
        status: z.optional(BankStatus),
      }),
    ),
  ),
  status: CashRequestStatus,
  ...beyondGiven({ updatedAt: Instant, currency: Currency, note: z.string() }),
});
export type CashRequest = z.output<typeof CashRequest>;

/** What waits for a decision in a currency, whatever the filters show. */
const PendingTotals = z.object({
  count: z.int(),
  deposit: Money,
  withdraw: Money,
  currency: Currency,
});

export const cashRequests = {
  list: endpoint({
    name: 'cash-requests.list',
    method: 'POST',
    path: '/banking/users/request/dw',
    about: { kind: 'user', id: 'body.userId' },
    summary: "Lists deposit and withdrawal requests of the caller's branch.",
    allow: 'operators',
    effect: 'read',
    takes: 'form',
    body: tableQuery({
      ...dateRange,
      type: z._default(z.enum(['all', ...cashRequestTypes]), 'all'),
      status: z._default(z.enum(['all', ...cashRequestStatuses]), 'all'),
      userId: blankable(Id),
    }),
    result: z.extend(pageOf(CashRequest), beyondGiven({ pending: z.array(PendingTotals) })),
    columns: {
      _id: orderedAndSearched,
      createdAt: ordered,
      username: orderedAndSearched,
      amount: ordered,
      type: ordered,
      receiptUrl: shown,
      status: ordered,
      actions: shown,
    },
  }),
  resolve: endpoint({
    name: 'cash-requests.resolve',
    method: 'POST',
    path: '/banking/users/request/dw/update',
    about: { kind: 'cash-request', id: 'body.reqId' },
    summary: 'Decides a request, or opens a failed one again.',
    allow: 'operators',
    effect: 'money',
    body: z.strictObject({ reqId: Id, status: DecidedStatus, note: blankable(text(500)) }),
    result: z.optional(CashRequest),
  }),
};
