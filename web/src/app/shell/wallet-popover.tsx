import { Popover, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Wallet } from '#src/lib/use-wallet.ts';
import classes from './header.module.css';
import { OtherWallets } from './other-wallets.tsx';

interface Props {
  wallet: Wallet;
  isOpenFromStart: boolean;
  children: ReactNode;
}

/** The balance as the button that all wallets hang from. */
export function WalletPopover({ wallet, isOpenFromStart, children }: Props) {
  return (
    <Popover
      defaultOpened={isOpenFromStart}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton className={classes.balance ?? ''}>{children}</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Wallets">
        <OtherWallets wallets={[wallet, ...(wallet.wallets ?? [])]} />
      </Popover.Dropdown>
    </Popover>
  );
}
