import { NativeSelect } from '@mantine/core';
import { type Currency, currencies } from '@pitboss/contract/money';
import { useOperator } from '#src/lib/session.ts';
import { useUrlState } from '#src/lib/url-state.ts';
import { useWallet } from '#src/lib/use-wallet.ts';
import classes from './room.module.css';

/** SUPER's choice of a view's currency, kept in the address; everybody else has only one. */
export function CurrencySwitch() {
  return useOperator()?.role === 'SUPER' ? <CurrencyChoice /> : null;
}

/** Not there while only one is in use; until that is known its room is kept. */
function CurrencyChoice() {
  const [{ currency }, setState] = useUrlState();
  const { wallet } = useWallet();
  if (!wallet)
    return <NativeSelect disabled data={[currencies[0]]} className={classes.room ?? ''} />;
  const held = [wallet, ...(wallet.wallets ?? [])].map((one) => one.currency);
  const inUse = currencies.filter((known) => held.includes(known));
  if (inUse.length < 2) return null;
  const choose = (chosen: Currency) => setState({ currency: chosen, page: undefined });
  return (
    <NativeSelect
      aria-label="Currency"
      data={inUse}
      value={currency ?? wallet.currency}
      onChange={(event) => choose(event.currentTarget.value as Currency)}
    />
  );
}
