import { Alert } from '@mantine/core';
import { type User, users } from '@pitboss/contract/users';
import { useState } from 'react';
import { formatMoney } from '#src/lib/format.ts';
import { useRead, useWrite } from '#src/lib/use-api.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';

interface Props {
  user: User;
  opened: boolean;
  onClose: () => void;
  /** Where the account's own page goes then. */
  onDeleted?: (() => void) | undefined;
}

export function DeleteUserDialog({ user, opened, onClose, onDeleted }: Props) {
  const [isSure, setSure] = useState(false);
  const close = () => {
    setSure(false);
    onClose();
  };
  const remove = useWrite(users.remove, {
    refreshes: [users.list, users.listDeleted],
    done: 'User deleted successfully!',
    failed: 'Failed to delete user. Please try again.',
    onDone: () => {
      close();
      onDeleted?.();
    },
    onFailed: close,
  });
  const holding = useHolding(user, opened);
  const send = () => remove.mutate({ params: { id: user._id } });
  const asksAgain = holding !== undefined && isSure;
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete User"
      question={
        asksAgain
          ? `Delete ${user.username} although it holds ${holding}?`
          : `Are you sure you want to delete ${user.username}?`
      }
      confirm={asksAgain ? 'Delete anyway' : 'Confirm'}
      isDanger
      isBusy={remove.isPending}
      onConfirm={holding === undefined || isSure ? send : () => setSure(true)}
      onCancel={close}
    >
      {holding && (
        <Alert color="red" mb="lg">
          {user.username} holds {holding}. Nobody can use it until the account is restored; open
          bets are taken out at once.
        </Alert>
      )}
    </ConfirmDialog>
  );
}

/** What the account has, as it is now where the platform says so, else as the list had it. */
function useHolding(user: User, enabled: boolean): string | undefined {
  const input = { body: { userId: user._id } };
  const { data } = useRead(users.profile, input, { enabled, overlay: false, failed: null });
  const { balance = user.balance, exposure = user.exposure } = data?._id === user._id ? data : {};
  const { currency } = user;
  const parts = [
    ...(balance === 0n ? [] : [`${formatMoney(balance)} ${currency}`]),
    ...(exposure === 0n ? [] : [`${formatMoney(-exposure)} ${currency} in open bets`]),
  ];
  return parts.length > 0 ? parts.join(' and ') : undefined;
}
