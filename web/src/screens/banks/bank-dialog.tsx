import type { Bank } from '@pitboss/contract/banks';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { BankForm } from './bank-form.tsx';

interface Props {
  /** The bank to change; without one a bank is added. */
  bank: Bank | undefined;
  opened: boolean;
  onClose: () => void;
}

export function BankDialog({ bank, opened, onClose }: Props) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={bank ? 'Edit Bank' : 'Add Bank'} size="lg">
      <BankForm bank={bank} onDone={onClose} />
    </FormDialog>
  );
}
