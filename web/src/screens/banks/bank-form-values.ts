import { type Bank, BankChanges, type BankStatus, NewBank } from '@pitboss/contract/banks';
import { Amount } from '@pitboss/contract/money';
import * as z from 'zod/mini';
import { amountText } from '#src/lib/amount-text.ts';
import { changedFields } from '#src/lib/changed-fields.ts';
import { fieldProblem } from '#src/lib/field-problem.ts';

/** What the fields hold: the wire's own names, numbers still as they were typed. */
export interface BankFormValues {
  bankName: string;
  accountNumber: string;
  accountHolderName: string;
  IBAN: string;
  maxAmount: string;
  limits: string;
  status: BankStatus;
}

export const newBankValues: BankFormValues = {
  bankName: '',
  accountNumber: '',
  accountHolderName: '',
  IBAN: '',
  maxAmount: '',
  limits: '',
  status: 'active',
};

export function bankValues(bank: Bank): BankFormValues {
  const { bankName, accountNumber, accountHolderName, IBAN, status } = bank;
  return {
    bankName,
    accountNumber,
    accountHolderName,
    IBAN,
    maxAmount: amountText(bank.maxAmount),
    limits: String(bank.limits ?? ''),
    status,
  };
}

const { bankName, accountNumber, accountHolderName, IBAN } = NewBank.shape;

/** What is invalid is marked, without a message: docs/panel.md, Banks. */
export const bankRules = {
  bankName: (text: string) => mark(fieldProblem(bankName, text.trim())),
  accountNumber: (text: string) => mark(fieldProblem(accountNumber, text.trim())),
  accountHolderName: (text: string) => mark(fieldProblem(accountHolderName, text.trim())),
  IBAN: (text: string) => mark(fieldProblem(IBAN, text.trim())),
  maxAmount: (text: string) => mark(fieldProblem(Amount, text.trim(), null)),
  limits: (text: string) => (areLimits(text.trim()) ? null : true),
};

function mark(problem: string | null): true | null {
  return problem === null ? null : true;
}

function areLimits(text: string): boolean {
  return z.safeDecode(BankChanges.shape.limits, limitsOf(text)).success;
}

/** What is no row of digits is not a number to the contract either, which says so. */
function limitsOf(text: string): number | null {
  if (text === '') return null;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** A new bank is sent its status too, though its select shows only when editing. */
export function newBankOf(values: BankFormValues): NewBank {
  return z.decode(NewBank, wireFields(values));
}

export function bankChangesOf(values: BankFormValues, initial: BankFormValues): BankChanges {
  const decoded = (from: BankFormValues) => z.decode(BankChanges, wireFields(from));
  return changedFields(decoded(values), decoded(initial));
}

function wireFields(values: BankFormValues) {
  const maxAmount = values.maxAmount.trim();
  return {
    bankName: values.bankName.trim(),
    accountNumber: values.accountNumber.trim(),
    accountHolderName: values.accountHolderName.trim(),
    IBAN: values.IBAN.trim(),
    maxAmount: maxAmount === '' ? null : maxAmount,
    limits: limitsOf(values.limits.trim()),
    status: values.status,
  };
}
