import { Text } from '@mantine/core';
import { multipliers, type Version } from '@pitboss/contract/multipliers';
import { useWrite } from '#src/lib/use-api.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';

interface Props {
  version: Version;
  opened: boolean;
  onClose: () => void;
}

export function TakeVersionDialog({ version: { version }, opened, onClose }: Props) {
  const take = useWrite(multipliers.takeVersion, {
    refreshes: [multipliers.list, multipliers.table],
    done: 'Operation successful!',
    failed: 'The version could not be taken. Please try again.',
    onDone: onClose,
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      opened={opened}
      title="Take into draft"
      question={`Are you sure you want to make the draft a copy of version ${version}?`}
      isBusy={take.isPending}
      onConfirm={() => take.mutate({ params: { id: version } })}
      onCancel={onClose}
    >
      <Text mb="lg" c="dimmed">
        What stands in the draft now is gone. Rounds do not change until it is published.
      </Text>
    </ConfirmDialog>
  );
}
