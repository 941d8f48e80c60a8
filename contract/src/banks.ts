import * as z from 'zod/mini';
import { ordered, orderedAndSearched, shown } from './columns.ts';
import { endpoint } from './endpoint.ts';
import { Amount, Money } from './money.ts';
import { blankable, Id, nameText, pageOf, tableQuery } from './wire.ts';

export const bankStatuses = ['active', 'suspended', 'blocked', 'freezed'] as const;
export const BankStatus = z.enum(bankStatuses, {
  error: 'Status must be active, suspended, blocked or freezed.',
});
export type BankStatus = z.output<typeof BankStatus>;

/** The account that a client is paid to, or pays to. */
export const BankAccount = z.strictObject({
  bankName: nameText(100),
  accountHolderName: nameText(100),
  accountNumber: nameText(50),
  IBAN: nameText(50),
});
export type BankAccount = z.output<typeof BankAccount>;

/** The number of deposits a day that a bank takes. */
const DailyLimit = z
  .int('Limits is a whole number of deposits a day.')
  .check(
    z.minimum(1, 'Limits is at least 1.'),
    z.maximum(1_000_000, 'Limits is at most 1,000,000.'),
  );

export const Bank = z.object({
  _id: Id,
  bankName: z.string(),
  accountNumber: z.string(),
  accountHolderName: z.string(),
  IBAN: z.string(),
  isDeleted: z.boolean(),
  limits: z.optional(z.nullable(z.int())),
  maxAmount: z.optional(z.nullable(Money)),
  status: BankStatus,
});
export type Bank = z.output<typeof Bank>;

export const NewBank = z.strictObject({
  bankName: nameText(100),
  accountNumber: nameText(50),
  accountHolderName: nameText(100),
  IBAN: nameText(50),
  maxAmount: blankable(Amount),
  limits: blankable(DailyLimit),
  status: blankable(BankStatus),
});
export type NewBank = z.output<typeof NewBank>;

/** Only the fields that changed are sent; null takes a limit away. */
export const BankChanges = z.strictObject({
  bankName: z.optional(nameText(100)),
  accountNumber: z.optional(nameText(50)),
  accountHolderName: z.optional(nameText(100)),
  IBAN: z.optional(nameText(50)),
  maxAmount: z.optional(z.nullable(Amount)),
  limits: z.optional(z.nullable(DailyLimit)),
  status: z.optional(BankStatus),
  isDeleted: z.optional(z.boolean('Must be true or false.')),
});
export type BankChanges = z.output<typeof BankChanges>;

export const banks = {
  list: endpoint({
    name: 'banks.list',
    method: 'POST',
    path: '/banks/get/bankDetails',
    about: { kind: 'user', id: 'caller' },
    summary: "Lists the caller's banks.",
    allow: 'operators',
    effect: 'read',
    takes: 'form',
    body: tableQuery({}),
    result: pageOf(Bank),
    columns: {
      _id: orderedAndSearched,
      IBAN: orderedAndSearched,
      accountHolderName: orderedAndSearched,
      accountNumber: orderedAndSearched,
      bankName: orderedAndSearched,
      isDeleted: ordered,
      limits: ordered,
      maxAmount: ordered,
      status: ordered,
      actions: shown,
    },
  }),
  add: endpoint({
    name: 'banks.add',
    method: 'POST',
    path: '/banks/add/bank',
    about: { kind: 'bank', id: 'answer._id' },
    summary: 'Adds a bank that clients may pay to.',
    allow: 'operators',
    effect: 'write',
    successStatus: 201,
    body: NewBank,
    result: z.optional(Bank),
  }),
  update: endpoint({
    name: 'banks.update',
    method: 'POST',
    path: '/banks/update/bank/{id}',
    about: { kind: 'bank', id: 'path.id' },
    summary: "Changes one of the caller's banks, or marks it deleted.",
    allow: 'operators',
    effect: 'write',
    body: BankChanges,
    result: z.optional(Bank),
  }),
};
