import { textFromMinor } from '@pitboss/contract/money';
import { codeOf } from '../db/database-errors.ts';
import { fieldRefusal, type Refusal } from '../kernel/refusal.ts';

/** What post_transfer refuses and a caller may meet, by its code. */
const sentences: Record<string, (there: string, ceiling: string) => string> = {
  PB001: (available) => `Not enough balance: ${available} available.`,
  PB002: (present, ceiling) => `This wallet takes at most ${ceiling} in all; it has ${present}.`,
};

/** The refusal that an error of the ledger stands for, on the field that asked for the money. */
export function moneyRefusal(error: unknown, field: string): Refusal | undefined {
  const sentence = sentences[codeOf(error) ?? ''];
  if (!sentence || !(error instanceof Error) || !('detail' in error)) return undefined;
  const [thereMinor = '0', currency, ceilingMinor = '0'] = String(error.detail).split(' ');
  const told = (minor: string) => `${textFromMinor(BigInt(minor))} ${currency}`;
  return fieldRefusal(field, sentence(told(thereMinor), told(ceilingMinor)));
}
