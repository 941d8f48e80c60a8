import type { User } from '@pitboss/contract/users';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { FundsForm } from './funds-form.tsx';

interface Props {
  user: User;
  opened: boolean;
  onClose: () => void;
}

/** The form lives as long as the dialog is open, and its idempotency key with it. */
export function FundsDialog({ user, opened, onClose }: Props) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Deposit/Withdraw">
      <FundsForm user={user} onDone={onClose} />
    </FormDialog>
  );
}
