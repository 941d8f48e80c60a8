import { UnstyledButton } from '@mantine/core';
import { lazy } from 'react';
import type { Wallet } from '#src/lib/use-wallet.ts';
import { MoneyText } from '#src/ui/money-text.tsx';
import classes from './header.module.css';
import { WhenLoaded } from './when-loaded.tsx';

const WalletPopover = lazy(async () => {
  const { WalletPopover } = await import('./wallet-popover.tsx');
  return { default: WalletPopover };
});

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
    <WhenLoaded
      button={(onClick) => (
        <UnstyledButton aria-haspopup="dialog" className={classes.balance ?? ''} onClick={onClick}>
          {balance}
        </UnstyledButton>
      )}
    >
      {(isWanted) => (
        <WalletPopover wallet={wallet} isOpenAtOnce={isWanted}>
          {balance}
        </WalletPopover>
      )}
    </WhenLoaded>
  );
}
