import type { Currency, Minor } from '@pitboss/contract/money';
import classes from './money-text.module.css';
import { MoneyText } from './money-text.tsx';

interface Props {
  minor: Minor;
  /** Missing where an answer does not name it. */
  currency: Currency | undefined;
  signed?: boolean;
}

/** An amount with its currency beside it, where no column names that. */
export function AmountIn({ minor, currency, signed = false }: Props) {
  return (
    <span className={classes.amount}>
      <MoneyText minor={minor} signed={signed} />
      {currency && <small> {currency}</small>}
    </span>
  );
}
