import { Stack, Text, TextInput } from '@mantine/core';
import { clients, StatusReason } from '@pitboss/contract/clients';
import { history } from '@pitboss/contract/history';
import { type User, users } from '@pitboss/contract/users';
import { fieldProblem } from '#src/lib/field-problem.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { useDraft } from '#src/lib/use-draft.ts';
import { Form } from '#src/ui/form.tsx';
import { FormButtons } from '#src/ui/form-buttons.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { useForm } from '#src/ui/use-form.ts';

interface Props {
  user: User;
  opened: boolean;
  onClose: () => void;
}

/** Locks an account, or opens it again, and asks why: the reason stands in its history. */
export function LockDialog({ user, opened, onClose }: Props) {
  const word = user.status === 'locked' ? 'Unlock' : 'Lock';
  return (
    <FormDialog opened={opened} onClose={onClose} title={`${word} ${user.username}`}>
      <LockForm user={user} word={word} onDone={onClose} />
    </FormDialog>
  );
}

function LockForm({ user, word, onDone }: { user: User; word: string; onDone: () => void }) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => fieldProblem(StatusReason, reason) },
  });
  useDraft(`lock ${user._id}`, form);
  const status = user.status === 'locked' ? 'active' : 'locked';
  const set = useWrite(clients.setStatus, {
    refreshes: [users.profile, users.list, clients.get, clients.sessions, history.user],
    done: 'User updated successfully!',
    failed: `${user.username} could not be changed. Please try again.`,
    onDone,
    fields: form.fields,
    isFieldEnough: true,
  });
  return (
    <Form
      form={form}
      onSubmit={({ reason }) => set.mutate({ params: { id: user._id }, body: { status, reason } })}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {status === 'locked'
            ? `${user.username} is signed out everywhere, and so is everybody below it. Open
              bets are cashed out now; nobody can sign in until it is unlocked.`
            : `${user.username} can sign in again.`}
        </Text>
        <TextInput
          label="Reason"
          description="Stands in the history."
          maxLength={500}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <FormButtons submit={word} isReady={true} isBusy={set.isPending} onCancel={onDone} />
      </Stack>
    </Form>
  );
}
