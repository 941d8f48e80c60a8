import { Alert } from '@mantine/core';
import { type User, users } from '@pitboss/contract/users';
import { useRead } from '#src/lib/use-api.ts';
import { useWallet, walletIn } from '#src/lib/use-wallet.ts';
import { FactList } from '#src/ui/fact-list.tsx';
import { MoneyText } from '#src/ui/money-text.tsx';

interface Props {
  user: User;
  /** What is about to move, once that is typed. */
  amount: bigint | undefined;
}

/** Whose money is about to move, how much either side has, and what the client will have. */
export function FundsBalances({ user, amount }: Props) {
  const { wallet } = useWallet();
  // The row that was pressed may be old by now.
  const options = { failed: null, overlay: false };
  const { data: profile } = useRead(users.profile, { body: { userId: user._id } }, options);
  const { currency } = user;
  const balance = profile?.balance ?? user.balance;
  const own = walletIn(wallet, currency) ?? (wallet?.currency ? undefined : wallet);
  const client = user.name === user.username ? user.username : `${user.name} (${user.username})`;
  const after = (change: bigint | undefined) =>
    change === undefined ? '-' : money(balance + change, currency);
  return (
    <>
      <FactList
        facts={[
          { title: 'Client', value: client },
          { title: 'Client balance', value: money(balance, currency) },
          { title: 'After Deposit', value: after(amount) },
          ...(user.isDemo
            ? []
            : [
                { title: 'After Withdraw', value: after(amount && -amount) },
                { title: 'Your balance', value: own ? money(own.balance, currency) : '…' },
              ]),
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
