import { Stack } from '@mantine/core';
import { events, type Event as GameEvent } from '@pitboss/contract/events';
import { useState } from 'react';
import { useWrite } from '#src/lib/use-api.ts';
import { useDraft } from '#src/lib/use-draft.ts';
import { Form } from '#src/ui/form.tsx';
import { FormButtons } from '#src/ui/form-buttons.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { Progress } from '#src/ui/styled/progress.ts';
import { useForm } from '#src/ui/use-form.ts';
import { EventFields } from './event-fields.tsx';
import {
  changedEventOf,
  eventRules,
  eventValues,
  filesOf,
  newEventOf,
} from './event-form-values.ts';

interface Props {
  /** The event to change; without one an event is added. */
  event: GameEvent | undefined;
  opened: boolean;
  onClose: () => void;
}

export function EventDialog({ event, opened, onClose }: Props) {
  const title = event ? 'Edit Event' : 'Add Event';
  return (
    <FormDialog opened={opened} onClose={onClose} title={title} size="lg">
      <EventForm event={event} onDone={onClose} />
    </FormDialog>
  );
}

function EventForm({ event, onDone }: { event: GameEvent | undefined; onDone: () => void }) {
  const form = useForm({
    initialValues: eventValues(event),
    validate: eventRules,
  });
  useDraft(`event ${event?._id ?? 'new'}`, form);
  const [share, setShare] = useState(0);
  const shared = {
    refreshes: [events.list],
    done: 'Operation successful!',
    failed: 'The event could not be saved. Please try again.',
    onProgress: setShare,
    onDone,
    fields: form.fields,
    isFieldEnough: true,
  };
  const add = useWrite(events.add, shared);
  const update = useWrite(events.update, shared);
  const isSaving = add.isPending || update.isPending;
  const save = (values: typeof form.values) => {
    setShare(0);
    const files = filesOf(values);
    if (!event) return add.mutate({ body: newEventOf(values), files });
    update.mutate({ params: { id: event._id }, body: changedEventOf(values), files });
  };
  const hasFiles = form.values.icon !== null || form.values.image !== null;
  return (
    <Form form={form} onSubmit={save}>
      <Stack gap="md">
        <EventFields form={form} event={event} />
        {isSaving && hasFiles && <Progress value={share * 100} aria-label="Upload" />}
        <FormButtons
          submit={event ? 'Update' : 'Create'}
          isReady={form.isValid()}
          isBusy={isSaving}
          onCancel={onDone}
        />
      </Stack>
    </Form>
  );
}
