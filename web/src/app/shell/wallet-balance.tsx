import { UnstyledButton } from '@mantine/core';
import { formatCompactMoney } from '#src/lib/format.ts';
import type { Wallet } from '#src/lib/use-wallet.ts';
import { MoneyText } from '#src/ui/money-text.tsx';
import classes from './header.module.css';
import { usePopup } from './use-popup.ts';

const loadPopover = async () => (await import('./wallet-popover.tsx')).WalletPopover;

/** The balance, labelled B; behind it stands all of it, with exposure and other currencies. */
export function WalletBalance({ wallet }: { wallet: Wallet | undefined }) {
  const { Part: WalletPopover, button, popup } = usePopup(loadPopover);
  if (!wallet) return null;
  return (
    <>
      <UnstyledButton aria-haspopup="dialog" className={classes.balance ?? ''} {...button}>
        <Balance wallet={wallet} />
      </UnstyledButton>
      {WalletPopover && <WalletPopover wallet={wallet} {...popup} />}
    </>
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
