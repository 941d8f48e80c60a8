import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { multipliers } from '@pitboss/contract/multipliers';
import type { Table } from '@pitboss/engine/band';
import { tableHash } from '@pitboss/engine/table-hash';
import { type FormEvent, useState } from 'react';
import { fieldErrors } from '#src/lib/api-error.ts';
import { useHeldOrders } from '#src/lib/orders.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { FormButtons } from '#src/ui/form-buttons.tsx';
import { HeldOrders } from '#src/ui/held-orders.tsx';
import { roundText } from './table-facts.ts';

/** One table is published at a time, until it is known what became of it. */
const about = ['multiplier table'];

interface FormProps {
  /** The draft as it is on screen: another one is not published. */
  table: Table;
  nextRound: bigint;
  onClose: () => void;
}

interface Props extends FormProps {
  opened: boolean;
}

export function PublishDialog({ opened, ...props }: Props) {
  return (
    <Modal opened={opened} onClose={props.onClose} title="Publish">
      <PublishForm {...props} />
    </Modal>
  );
}

function PublishForm({ table, nextRound, onClose }: FormProps) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const isHeld = useHeldOrders(about).length > 0;
  const publish = useWrite(multipliers.publish, {
    refreshes: [multipliers.list, multipliers.table, multipliers.versions],
    order: () => ({ about, kind: 'Publish', detail: nameOf(table) }),
    done: 'Operation successful!',
    failed: 'The draft could not be published. Please try again.',
    onDone: onClose,
    onFailed: (error) => {
      const words = fieldErrors(error).reason;
      setProblem(words);
      if (!words) onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!reason.trim()) return;
    publish.mutate({ body: { reason: reason.trim(), draftHash: tableHash(table) } });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text>
          The draft becomes the table that rounds are drawn from. It counts from the next round on:{' '}
          {roundText(nextRound)}, or later if others start meanwhile.
        </Text>
        <TextInput
          label="Reason"
          description="Stands with the version, and in the record."
          maxLength={500}
          data-autofocus
          value={reason}
          error={problem}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <HeldOrders about={about} />
        <FormButtons
          submit="Publish"
          isReady={reason.trim() !== '' && !isHeld}
          isBusy={publish.isPending}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

function nameOf(table: Table): string {
  if (!('length' in table)) return 'the built-in table';
  return table.length === 1 ? '1 band' : `${table.length} bands`;
}
