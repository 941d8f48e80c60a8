import { Text } from '@mantine/core';
import { type Band, multipliers } from '@pitboss/contract/multipliers';
import { formatMultiplier } from '#src/lib/format.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';

interface Props {
  band: Band;
  /** Without it the draft would be empty. */
  isLast: boolean;
  opened: boolean;
  onClose: () => void;
}

export function DeleteMultiplierDialog({ band, isLast, opened, onClose }: Props) {
  const remove = useWrite(multipliers.remove, {
    refreshes: [multipliers.list, multipliers.table],
    done: 'Operation successful!',
    failed: 'The band could not be deleted. Please try again.',
    onDone: onClose,
    onFailed: onClose,
  });
  const { _id: id, min, max } = band;
  const words = `the band from ${formatMultiplier(min)} to ${formatMultiplier(max)}`;
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete Multiplayer"
      question={`Are you sure you want to delete ${words}?`}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
      onCancel={onClose}
    >
      <Text mb="lg" c="dimmed">
        {isLast
          ? 'It is the last one: without bands the draft is the built-in table.'
          : 'Its probability goes to 1.00× once the draft is published.'}
      </Text>
    </ConfirmDialog>
  );
}
