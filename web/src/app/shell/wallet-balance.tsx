import { Popover, UnstyledButton } from '@mantine/core';
import type { Wallet } from '#src/lib/use-wallet.ts';
import { MoneyText } from '#src/ui/money-text.tsx';
import classes from './header.module.css';
import { OtherWallets } from './other-wallets.tsx';

/** The balance, labelled B; who holds other currencies too finds them behind it. */
export function WalletBalance({ wallet }: { wallet: Wallet | undefined }) {
  if (!wallet) return null;
  const balance = (
    <>
      <span className={classes.balanceLabel}>B</span> <MoneyText minor={wallet.balance} />{' '}
      <span className={classes.currency}>{wallet.currency}</span>
    </>
  );
  if (wallet.wallets.length === 0) return <span className={classes.balance}>{balance}</span>;
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.balance ?? ''}>{balance}</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Wallets">
        <OtherWallets wallets={[wallet, ...wallet.wallets]} />
      </Popover.Dropdown>
    </Popover>
  );
}
