import { type Currency, textFromMinor } from '@pitboss/contract/money';
import { codeOf } from '../db/outage.ts';
import { fieldRefusal, type Refusal } from '../kernel/refusal.ts';

/** What post_transfer refuses and a caller may meet, by its code. */
const sentences: Record<string, (amount: string, currency: Currency) => string> = {
  PB001: (available, currency) => `Not enough balance: ${available} ${currency} available.`,
  PB002: (present, currency) =>
    `A wallet holds at most 900,000,000,000.00 ${currency}; this one has ${present} ${currency}.`,
};

/** The refusal that an error of the ledger stands for, on the field that asked for the money. */
export function moneyRefusal(error: unknown, field: string): Refusal | undefined {
  const sentence = sentences[codeOf(error) ?? ''];
  if (!sentence || !(error instanceof Error) || !('detail' in error)) return undefined;
  const [amountMinor = '0', currency] = String(error.detail).split(' ');
  return fieldRefusal(field, sentence(textFromMinor(BigInt(amountMinor)), currency as Currency));
}
