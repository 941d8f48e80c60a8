import type { Minor } from '@pitboss/contract/money';
import { formatMoney, formatSignedMoney } from '#src/lib/format.ts';
import classes from './money-text.module.css';

export interface MoneyTextProps {
  minor: Minor;
  /** Red below zero, green otherwise, with the sign written out. */
  signed?: boolean;
}

/** An amount that keeps its sign in front in every writing direction. */
export function MoneyText({ minor, signed = false }: MoneyTextProps) {
  if (!signed) return <bdi dir="ltr">{formatMoney(minor)}</bdi>;
  return (
    <bdi dir="ltr" className={minor < 0n ? classes.negative : classes.positive}>
      {formatSignedMoney(minor)}
    </bdi>
  );
}
