import IconCaretDownFilled from 'tabler:caret-down-filled';
import IconCaretUpFilled from 'tabler:caret-up-filled';
import IconMinus from 'tabler:minus';
import type { Bet } from '@pitboss/contract/bets';
import type { Minor } from '@pitboss/contract/money';
import { formatCents } from '#src/lib/format.ts';
import type { Icon } from '#src/ui/icon.tsx';
import classes from './bet-pl.module.css';

/** What the operator won by a bet; nothing while it has no result, and where it was given back. */
export function resultOf({ type, stake, cashoutAmount }: Bet): Minor | undefined {
  return type === 'settled' && cashoutAmount !== undefined ? stake - cashoutAmount : undefined;
}

/**
 * The bare difference, green where the stake is more than the cash-out and red otherwise.
 * Which of the two it was is told by the sign before it as well.
 */
export function BetPl({ result }: { result: Minor | undefined }) {
  const difference = result ?? 0n;
  const { icon: Sign, words } = signOf(result);
  return (
    <span className={classes.pl} data-won={difference > 0n || undefined}>
      <Sign size={16} label={words} />
      <bdi dir="ltr">{formatCents(difference < 0n ? -difference : difference)}</bdi>
    </span>
  );
}

function signOf(difference: Minor | undefined): { icon: Icon; words: string } {
  if (difference === undefined) return { icon: IconMinus, words: 'no result' };
  if (difference > 0n) return { icon: IconCaretUpFilled, words: 'operator won' };
  if (difference < 0n) return { icon: IconCaretDownFilled, words: 'operator lost' };
  return { icon: IconMinus, words: 'operator neither won nor lost' };
}
