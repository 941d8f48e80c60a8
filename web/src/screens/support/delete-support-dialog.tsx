import { type Support, support } from '@pitboss/contract/support';
import { useWrite } from '#src/lib/use-api.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';

interface Props {
  entry: Support;
  opened: boolean;
  onClose: () => void;
}

export function DeleteSupportDialog({ entry, opened, onClose }: Props) {
  const remove = useWrite(support.remove, {
    refreshes: [support.list],
    done: 'Support deleted successfully',
    failed: 'Failed to delete support',
    fixedWords: 'failed',
    onDone: onClose,
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete Customer Support"
      question={`Are you sure you want to delete ${entry.link}?`}
      isDanger
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: entry._id } })}
      onCancel={onClose}
    />
  );
}
