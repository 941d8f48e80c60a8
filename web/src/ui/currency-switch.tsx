import { NativeSelect } from '@mantine/core';
import { type Currency, currencies } from '@pitboss/contract/money';
import { useUrlState } from '#src/lib/url-state.ts';
import { useWallet } from '#src/lib/use-wallet.ts';

/** The currency of a view, kept in the address; not there where only one is in use. */
export function CurrencySwitch() {
  const [{ currency }, setState] = useUrlState();
  const { wallet } = useWallet();
  if (!wallet) return null;
  const held = [wallet.currency, ...wallet.wallets.map((other) => other.currency)];
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
