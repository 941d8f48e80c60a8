import { Popover, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
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
  const [opened, setOpened] = useState(isOpenFromStart);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      // The button's name tells the balance, which is no name for the table.
      withRoles={false}
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.balance ?? ''}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {children}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Wallets">
        <OtherWallets wallets={[wallet, ...(wallet.wallets ?? [])]} />
      </Popover.Dropdown>
    </Popover>
  );
}
