import { Text, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useDraft } from '#src/lib/use-draft.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useForm } from '#src/ui/use-form.ts';

const reasonLengthMax = 500;

const effects = {
  on: `No new round starts and bets are refused. A round that is under way ends as usual, and
    the panel goes on.`,
  off: 'Rounds start again and bets are taken.',
};

interface Props {
  /** What it is to be switched to. */
  wanted: 'on' | 'off';
  opened: boolean;
  isBusy: boolean;
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

/** Asks whether to switch, and why: the reason stands in the record. */
export function MaintenanceDialog({ wanted, opened, isBusy, onConfirm, onCancel }: Props) {
  const form = useForm({ initialValues: { reason: '' } });
  const { reset } = form;
  useEffect(() => {
    if (opened) reset();
  }, [opened, reset]);
  useDraft(`maintenance ${wanted}`, form, opened);
  return (
    <ConfirmDialog
      opened={opened}
      title="Confirm Maintenance"
      question={`Are you sure you want to switch maintenance ${wanted}?`}
      confirm={`Confirm · Switch ${wanted}`}
      isDanger={wanted === 'on'}
      isBusy={isBusy}
      onConfirm={() => onConfirm(form.getValues().reason.trim())}
      onCancel={onCancel}
    >
      <Text mb="md">{effects[wanted]}</Text>
      <TextInput
        label="Reason"
        placeholder="Optional, for the record"
        maxLength={reasonLengthMax}
        autoComplete="off"
        mb="lg"
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </ConfirmDialog>
  );
}
