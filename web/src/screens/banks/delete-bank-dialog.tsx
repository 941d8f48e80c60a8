import { type Bank, banks } from '@pitboss/contract/banks';
import { useWrite } from '#src/lib/use-api.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { bankWords } from './bank-words.ts';

interface Props {
  bank: Bank;
  opened: boolean;
  onClose: () => void;
}

/** Marks a bank as deleted, or brings a deleted one back. */
export function DeleteBankDialog({ bank, opened, onClose }: Props) {
  const update = useWrite(banks.update, {
    ...bankWords.update,
    refreshes: [banks.list],
    onDone: onClose,
    onFailed: onClose,
  });
  const { _id: id, bankName, accountNumber, isDeleted } = bank;
  const verb = isDeleted ? 'restore' : 'delete';
  return (
    <ConfirmDialog
      opened={opened}
      title={isDeleted ? 'Restore Bank' : 'Delete Bank'}
      question={`Are you sure you want to ${verb} ${bankName}, account ${accountNumber}?`}
      isDanger
      isBusy={update.isPending}
      onConfirm={() => update.mutate({ params: { id }, body: { isDeleted: !isDeleted } })}
      onCancel={onClose}
    />
  );
}
