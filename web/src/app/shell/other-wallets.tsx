import type { Wallet } from '#src/lib/use-wallet.ts';
import { MoneyText } from '#src/ui/money-text.tsx';
import classes from './other-wallets.module.css';

/** Currencies are never added up, so each has its line. */
export function OtherWallets({ wallets }: { wallets: Omit<Wallet, 'wallets'>[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing else here could take the focus.
    <table className={classes.wallets} tabIndex={0} data-autofocus>
      <thead>
        <tr>
          <th scope="col">Wallet</th>
          <th scope="col">Balance</th>
          <th scope="col">Exposure</th>
        </tr>
      </thead>
      <tbody>
        {wallets.map(({ currency, balance, exposure }) => (
          <tr key={currency ?? 'own'}>
            <th scope="row">{currency ?? 'Own'}</th>
            <td>
              <MoneyText minor={balance} />
            </td>
            <td>
              <MoneyText minor={exposure} signed />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
