import { capitalise } from './format.ts';

/** Fields that the panel calls by another name than the wire does. */
const titles: Record<string, string> = {
  minimumBets: 'Min Bet Limit',
  maximumBets: 'Max Bet Limit',
  lastLoginAt: 'Last Login',
  accountHolderName: 'Account Holder',
  IBAN: 'IBAN',
  secondFactor: 'Two-factor sign-in',
};

/** A field of the wire in words that people use. */
export function fieldTitle(field: string): string {
  return titles[field] ?? capitalise(field.replace(/[A-Z]/g, (letter) => ` ${letter}`));
}
