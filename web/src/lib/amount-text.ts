import { type Minor, textFromMinor } from '@pitboss/contract/money';

/** An amount as a field shows it for changing; none is an empty field. */
export function amountText(minor: Minor | null | undefined): string {
  return minor == null ? '' : textFromMinor(minor).replace(/\.00$/, '');
}
