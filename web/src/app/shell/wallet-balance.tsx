import { UnstyledButton } from '@mantine/core';
import { lazy } from 'react';
import { formatCompactMoney } from '#src/lib/format.ts';
import type { Wallet } from '#src/lib/use-wallet.ts';
import { MoneyText } from '#src/ui/money-text.tsx';
import classes from './header.module.css';
import { WhenLoaded } from './when-loaded.tsx';

const WalletPopover = lazy(async () => {
  const { WalletPopover } = await import('./wallet-popover.tsx');
  return { default: WalletPopover };
});

/** The balance, labelled B; behind it stands all of it, with exposure and other currencies. */
export function WalletBalance({ wallet }: { wallet: Wallet | undefined }) {
  if (!wallet) return null;
  const balance = <Balance wallet={wallet} />;
  return (
    <WhenLoaded
      button={(onClick) => (
        <UnstyledButton aria-haspopup="dialog" className={classes.balance ?? ''} onClick={onClick}>
          {balance}
        </UnstyledButton>
      )}
    >
      {(isWanted) => (
        <WalletPopover wallet={wallet} isOpenFromStart={isWanted}>
          {balance}
        </WalletPopover>
      )}
    </WhenLoaded>
  );
}

/** On a phone there is no room for millions to the last cent. */
function Balance({ wallet: { balance, exposure, currency } }: { wallet: Wallet }) {
  const compact = formatCompactMoney(balance);
  return (
    <>
      <span className={classes.balanceLabel}>B</span>{' '}
      <span className={compact ? classes.whole : undefined}>
        <MoneyText minor={balance} />
      </span>
      {compact && (
        <bdi dir="ltr" className={classes.compact}>
          {compact}
        </bdi>
      )}{' '}
      <span className={classes.currency}>{currency}</span>
      <span className={classes.exposure}>
        {' '}
        <span className={classes.balanceLabel}>E</span> <MoneyText minor={exposure} signed />
      </span>
    </>
  );
}
