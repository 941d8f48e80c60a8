import { Button, Group, Paper, Skeleton, Text, Textarea } from '@mantine/core';
import { type ClientNote, clients, NoteText } from '@pitboss/contract/clients';
import { history } from '@pitboss/contract/history';
import { useState } from 'react';
import { fieldProblem } from '#src/lib/field-problem.ts';
import { useRead, useWrite } from '#src/lib/use-api.ts';
import { useDraft } from '#src/lib/use-draft.ts';
import { Form } from '#src/ui/form.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Moment } from '#src/ui/moment.tsx';
import { useForm } from '#src/ui/use-form.ts';
import classes from './client-screen.module.css';
import { Older } from './older.tsx';

/** What operators noted of an account, for all operators above it; a note stays as it is. */
export function ClientNotes({ userId, name }: { userId: bigint; name: string }) {
  const [before, setBefore] = useState<bigint>();
  const input = { params: { id: userId }, body: { before } };
  const { data, error, refetch } = useRead(clients.notes, input, { isInline: true });
  return (
    <Paper withBorder p="md" component="section" aria-label="Notes">
      <Text size="sm" c="dimmed" mb="sm">
        For all operators above {name}, who never sees them. A note cannot be changed or taken back.
      </Text>
      <AddNote userId={userId} onDone={() => setBefore(undefined)} />
      {error && !data && <LoadFailure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={80} />}
      {data?.length === 0 && !before && <Text>Nothing has been noted yet.</Text>}
      {data && data.length > 0 && (
        <ul className={classes.notes}>
          {data.map((note) => (
            <Note key={String(note._id)} note={note} />
          ))}
        </ul>
      )}
      <Older rows={data} before={before} onChange={setBefore} words="notes" />
    </Paper>
  );
}

function Note({ note: { by, at, text } }: { note: ClientNote }) {
  return (
    <li>
      <strong>{by}</strong>{' '}
      <span className={classes.quiet}>
        <Moment at={at} />
      </span>
      <p className={classes.note}>{text}</p>
    </li>
  );
}

function AddNote({ userId, onDone }: { userId: bigint; onDone: () => void }) {
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: (text) => fieldProblem(NoteText, text) },
  });
  useDraft(`note ${userId}`, form);
  const add = useWrite(clients.addNote, {
    refreshes: [clients.notes, history.user],
    done: 'Note added successfully!',
    failed: 'The note could not be added. Please try again.',
    onDone: () => {
      form.reset();
      onDone();
    },
    fields: form.fields,
    isFieldEnough: true,
  });
  return (
    <Form form={form} onSubmit={(body) => add.mutate({ params: { id: userId }, body })}>
      <Textarea
        label="New note"
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps('text')}
      />
      <Group justify="flex-end" my="sm">
        <Button type="submit" disabled={add.isPending} loading={add.isPending}>
          Add Note
        </Button>
      </Group>
    </Form>
  );
}
