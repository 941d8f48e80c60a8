import { Stack, Text, TextInput } from '@mantine/core';
import { multipliers } from '@pitboss/contract/multipliers';
import type { Table } from '@pitboss/engine/band';
import { tableHash } from '@pitboss/engine/table-hash';
import { fieldErrors } from '#src/lib/api-error.ts';
import { requiredText } from '#src/lib/field-problem.ts';
import { useHeldOrders } from '#src/lib/orders.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { useDraft } from '#src/lib/use-draft.ts';
import { Form } from '#src/ui/form.tsx';
import { FormButtons } from '#src/ui/form-buttons.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { HeldOrders } from '#src/ui/held-orders.tsx';
import { useForm } from '#src/ui/use-form.ts';
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
    <FormDialog opened={opened} onClose={props.onClose} title="Publish">
      <PublishForm {...props} />
    </FormDialog>
  );
}

function PublishForm({ table, nextRound, onClose }: FormProps) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? requiredText : null) },
  });
  useDraft('publish', form);
  const isHeld = useHeldOrders(about).length > 0;
  const publish = useWrite(multipliers.publish, {
    refreshes: [multipliers.list, multipliers.table, multipliers.versions],
    order: () => ({ about, kind: 'Publish', detail: nameOf(table) }),
    done: 'Operation successful!',
    failed: 'The draft could not be published. Please try again.',
    onDone: onClose,
    fields: form.fields,
    isFieldEnough: true,
    onFailed: (error) => {
      if (!fieldErrors(error).reason) onClose();
    },
  });
  const send = ({ reason }: { reason: string }) =>
    publish.mutate({ body: { reason: reason.trim(), draftHash: tableHash(table) } });
  return (
    <Form form={form} onSubmit={send}>
      <Stack gap="md">
        <Text>
          The draft becomes the table that rounds are drawn from. It counts from the next round on:
          {` ${roundText(nextRound)}`}, or later if others start meanwhile.
        </Text>
        <TextInput
          label="Reason"
          description="Stands with the version, and in the record."
          maxLength={500}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <HeldOrders about={about} />
        <FormButtons
          submit="Publish"
          isReady={form.isValid() && !isHeld}
          isBusy={publish.isPending}
          onCancel={onClose}
        />
      </Stack>
    </Form>
  );
}

function nameOf(table: Table): string {
  if (!('length' in table)) return 'the built-in table';
  return table.length === 1 ? '1 band' : `${table.length} bands`;
}
