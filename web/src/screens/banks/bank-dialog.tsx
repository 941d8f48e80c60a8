import { Modal } from '@mantine/core';
import type { Bank } from '@pitboss/contract/banks';
import { BankForm } from './bank-form.tsx';

interface Props {
  /** The bank to change; without one a bank is added. */
  bank: Bank | undefined;
  opened: boolean;
  onClose: () => void;
}

export function BankDialog({ bank, opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={bank ? 'Edit Bank' : 'Add Bank'} size="lg">
      <BankForm bank={bank} onDone={onClose} />
    </Modal>
  );
}
