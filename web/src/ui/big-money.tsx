import type { CSSProperties } from 'react';
import { formatMoney, formatSignedMoney } from '#src/lib/format.ts';
import classes from './big-money.module.css';
import { MoneyText, type MoneyTextProps } from './money-text.tsx';

/** The figure of a card, whole on its line: many digits are drawn smaller. */
export function BigMoney({ minor, signed = false }: MoneyTextProps) {
  const { length } = signed ? formatSignedMoney(minor) : formatMoney(minor);
  return (
    <span className={classes.figure} style={{ '--digits': length } as CSSProperties}>
      <MoneyText minor={minor} signed={signed} />
    </span>
  );
}
