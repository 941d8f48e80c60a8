import { Alert } from '@mantine/core';
import type { User } from '@pitboss/contract/users';
import { useWallet, walletIn } from '#src/lib/use-wallet.ts';
import { FactList } from '#src/ui/fact-list.tsx';
import { MoneyText } from '#src/ui/money-text.tsx';

/** Whose money is about to move, and how much either side has. */
export function FundsBalances({ user }: { user: User }) {
  const { wallet } = useWallet();
  const own = walletIn(wallet, user.currency);
  const client = user.name === user.username ? user.username : `${user.name} (${user.username})`;
  return (
    <>
      <FactList
        facts={[
          { title: 'Client', value: client },
          { title: 'Client balance', value: money(user.balance, user.currency) },
          ...(user.isDemo
            ? []
            : [{ title: 'Your balance', value: own ? money(own.balance, user.currency) : '…' }]),
        ]}
      />
      {user.isDemo && (
        <Alert color="gray">
          A demo account is given play money, not yours, and cannot withdraw.
        </Alert>
      )}
    </>
  );
}

function money(minor: bigint, currency: string) {
  return (
    <>
      <MoneyText minor={minor} /> {currency}
    </>
  );
}
