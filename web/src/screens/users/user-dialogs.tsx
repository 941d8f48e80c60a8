import type { User } from '@pitboss/contract/users';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { FundsDialog } from './funds-dialog.tsx';

export interface UserDialog {
  kind: 'funds' | 'password' | 'delete';
  user: User;
}

interface Props {
  /** Stays what it was after closing, so that the dialog keeps its words while it fades out. */
  dialog: UserDialog;
  opened: boolean;
  onClose: () => void;
}

/** The dialogs of the clients list: one of each for all rows. */
export function UserDialogs({ dialog: { kind, user }, opened, onClose }: Props) {
  const props = { user, onClose };
  return (
    <>
      <FundsDialog opened={opened && kind === 'funds'} {...props} />
      <ChangePasswordDialog opened={opened && kind === 'password'} {...props} />
      <DeleteUserDialog opened={opened && kind === 'delete'} {...props} />
    </>
  );
}
