import { Modal } from '@mantine/core';
import type { User } from '@pitboss/contract/users';
import { FundsForm } from './funds-form.tsx';

interface Props {
  user: User;
  opened: boolean;
  onClose: () => void;
}

/** The form lives as long as the dialog is open, and its idempotency key with it. */
export function FundsDialog({ user, opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Deposit/Withdraw">
      <FundsForm user={user} onDone={onClose} />
    </Modal>
  );
}
