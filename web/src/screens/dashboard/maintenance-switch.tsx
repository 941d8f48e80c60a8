import { NativeSelect, Text, TextInput } from '@mantine/core';
import { maintenance } from '@pitboss/contract/maintenance';
import { useState } from 'react';
import { useRead, useWrite } from '#src/lib/use-api.ts';
import { useDraft } from '#src/lib/use-draft.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useForm } from '#src/ui/use-form.ts';

const reasonLengthMax = 500;

const effects = {
  on: `No new round starts and bets are refused. A round that is under way ends as usual, and
    the panel goes on.`,
  off: 'Rounds start again and bets are taken.',
};

/** SUPER's switch for the game; until somebody has used it, it is neither on nor off. */
export function MaintenanceSwitch() {
  const { data } = useRead(maintenance.get, {});
  const [wanted, setWanted] = useState<boolean>();
  const [isAsking, setAsking] = useState(false);
  const form = useForm({ initialValues: { reason: '' } });
  const word = wanted ? 'on' : 'off';
  useDraft(`maintenance ${word}`, form, isAsking);
  const close = () => setAsking(false);
  const save = useWrite(maintenance.set, {
    refreshes: [maintenance.get],
    done: 'Maintenance updated',
    failed: 'Failed Update',
    failedTitle: 'Failed Update',
    onDone: close,
    onFailed: close,
  });
  if (!data) return null;
  const shown = save.isPending ? save.variables.body.isMaintenance : data.isMaintenance;
  const ask = (isMaintenance: boolean) => {
    setWanted(isMaintenance);
    form.reset();
    setAsking(true);
  };
  const confirm = () => {
    if (wanted === undefined) return;
    const words = form.getValues().reason.trim();
    save.mutate({ body: { isMaintenance: wanted, ...(words ? { reason: words } : {}) } });
  };
  return (
    <>
      <NativeSelect
        aria-label="Maintenance"
        value={shown === null ? '' : String(shown)}
        disabled={save.isPending}
        onChange={(event) => ask(event.currentTarget.value === 'true')}
      >
        {shown === null && (
          <option value="" disabled>
            Maintenance: not set
          </option>
        )}
        <option value="true">Maintenance: On</option>
        <option value="false">Maintenance: Off</option>
      </NativeSelect>
      <ConfirmDialog
        opened={isAsking}
        title="Confirm Maintenance"
        question={`Are you sure you want to switch maintenance ${word}?`}
        confirm={`Confirm · Switch ${word}`}
        isDanger={wanted === true}
        isBusy={save.isPending}
        onConfirm={confirm}
        onCancel={close}
      >
        <Text mb="md">{effects[word]}</Text>
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
    </>
  );
}
