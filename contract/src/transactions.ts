import * as z from 'zod/mini';
import { ordered, orderedAndSearched } from './columns.ts';
import { endpoint } from './endpoint.ts';
import { Currency, Elsewhere, Money, MoveAmount } from './money.ts';
import {
  beyondGiven,
  blankable,
  dateRange,
  Id,
  Instant,
  pageWithTotals,
  tableQuery,
  text,
} from './wire.ts';

const Remarks = blankable(text(500));

/** One entry of a wallet, as a statement shows it. */
export const StatementRow = z.object({
  id: Id,
  username: z.string(),
  createdAt: Instant,
  deposit: Money,
  withdraw: Money,
  bankBalance: Money,
  /** Shown as - when empty. */
  remarks: z.optional(z.nullable(z.string())),
  ...beyondGiven({
    /** Whose wallet it is. */
    userId: Id,
    currency: Currency,
    /** What moved it: cash, a stake, or what a stake brought back. */
    kind: z.enum(['cash', 'stake', 'payout']),
    updatedAt: Instant,
  }),
});
export type StatementRow = z.output<typeof StatementRow>;

/** The transfer that was made and the client's balance after it. */
const Moved = z.optional(z.object({ transactionId: Id, balance: Money }));

export const transactions = {
  deposit: endpoint({
    name: 'transactions.deposit',
    method: 'POST',
    path: '/transactions/deposit/{id}',
    about: { kind: 'user', id: 'path.id' },
    summary: "Moves money from the caller's wallet to a direct client's.",
    allow: 'operators',
    effect: 'money',
    body: z.strictObject({ userId: z.optional(Id), amount: MoveAmount, remarks: Remarks }),
    result: Moved,
  }),
  withdraw: endpoint({
    name: 'transactions.withdraw',
    method: 'POST',
    path: '/transactions/withdraw/{id}',
    about: { kind: 'user', id: 'path.id' },
    summary: "Moves money from a direct client's wallet to the caller's.",
    allow: 'operators',
    effect: 'money',
    body: z.strictObject({ amount: MoveAmount, remarks: Remarks }),
    result: Moved,
  }),
  listStatement: endpoint({
    name: 'transactions.listStatement',
    method: 'POST',
    path: '/transactions/getAllStatement',
    about: { kind: 'user', id: 'body.userId' },
    summary: "Lists wallet entries of one account, or of the caller's whole branch.",
    allow: 'operators',
    effect: 'read',
    takes: 'form',
    body: tableQuery({
      ...dateRange,
      userId: z.optional(Id),
      currency: z.optional(Currency),
      /** Only cash: neither stakes nor payouts. */
      kind: blankable(z.literal('cash')),
    }),
    result: z.extend(pageWithTotals(StatementRow, z.object({ deposit: Money, withdraw: Money })), {
      elsewhere: Elsewhere,
    }),
    columns: {
      id: orderedAndSearched,
      username: orderedAndSearched,
      createdAt: ordered,
      deposit: ordered,
      withdraw: ordered,
      bankBalance: ordered,
      remarks: orderedAndSearched,
    },
  }),
};
