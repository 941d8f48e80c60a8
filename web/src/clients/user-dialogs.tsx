import type { User } from '@pitboss/contract/users';
import { lazy, Suspense } from 'react';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { FundsDialog } from './funds-dialog.tsx';
import { LockDialog } from './lock-dialog.tsx';

const HistoryDialog = lazy(async () => {
  const { HistoryDialog } = await import('#src/history/history-dialog.tsx');
  return { default: HistoryDialog };
});

export interface UserDialog {
  kind: 'funds' | 'password' | 'lock' | 'history' | 'delete';
  user: User;
}

interface Props {
  /** Stays what it was after closing, so that the dialog keeps its words while it fades out. */
  dialog: UserDialog;
  opened: boolean;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
}

/** The dialogs of the clients list, one of each for all rows, and of a client's page. */
export function UserDialogs({ dialog: { kind, user }, opened, onClose, onDeleted }: Props) {
  const props = { user, onClose };
  const about = { id: user._id, name: user.username };
  return (
    <>
      <FundsDialog opened={opened && kind === 'funds'} {...props} />
      <ChangePasswordDialog opened={opened && kind === 'password'} {...props} />
      <LockDialog opened={opened && kind === 'lock'} {...props} />
      {kind === 'history' && (
        <Suspense>
          <HistoryDialog kind="user" {...about} opened={opened} onClose={onClose} />
        </Suspense>
      )}
      <DeleteUserDialog opened={opened && kind === 'delete'} onDeleted={onDeleted} {...props} />
    </>
  );
}
