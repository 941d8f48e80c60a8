import type { Wallet } from '#src/lib/use-wallet.ts';
import { StandIn } from '#src/ui/stand-in.tsx';
import { Popover } from '#src/ui/styled/popover.ts';
import { OtherWallets } from './other-wallets.tsx';
import type { Popup } from './use-popup.ts';

interface Props extends Popup {
  wallet: Wallet;
}

/** All wallets, as they hang from the balance. */
export function WalletPopover({ wallet, target, opened, onChange }: Props) {
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      // The button's name tells the balance, which is no name for the table.
      withRoles={false}
    >
      <Popover.Target>
        <StandIn target={target} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Wallets">
        <OtherWallets wallets={[wallet, ...(wallet.wallets ?? [])]} />
      </Popover.Dropdown>
    </Popover>
  );
}
