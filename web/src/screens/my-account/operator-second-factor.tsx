import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { secondFactor } from '@pitboss/contract/second-factor';
import { type UserProfile, users } from '@pitboss/contract/users';
import { useState } from 'react';
import { requiredText } from '#src/lib/field-problem.ts';
import { useOperator } from '#src/lib/session.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { useDraft } from '#src/lib/use-draft.ts';
import { Form } from '#src/ui/form.tsx';
import { FormButtons } from '#src/ui/form-buttons.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { useForm } from '#src/ui/use-form.ts';

interface Props {
  userId: bigint;
  profile: UserProfile;
}

/** Whether an operator below signs in with a code; SUPER may take it away. */
export function OperatorSecondFactor({ userId, profile }: Props) {
  const [isOpen, setOpen] = useState(false);
  const mayReset = useOperator()?.role === 'SUPER' && profile.hasSecondFactor;
  return (
    <>
      <Group justify="space-between" mt="md" gap="sm">
        <Text size="sm">Two-factor sign-in is {profile.hasSecondFactor ? 'on' : 'off'}.</Text>
        {mayReset && (
          <Button variant="default" onClick={() => setOpen(true)}>
            Reset two-factor sign-in
          </Button>
        )}
      </Group>
      <FormDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`Reset two-factor sign-in of ${profile.username}`}
      >
        <ResetForm userId={userId} profile={profile} onDone={() => setOpen(false)} />
      </FormDialog>
    </>
  );
}

function ResetForm({ userId, profile, onDone }: Props & { onDone: () => void }) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? requiredText : null) },
  });
  useDraft(`second factor ${userId}`, form);
  const reset = useWrite(secondFactor.reset, {
    refreshes: [users.profile],
    done: 'Two-factor sign-in reset.',
    failed: 'It could not be reset. Please try again.',
    onDone,
    fields: form.fields,
    isFieldEnough: true,
  });
  return (
    <Form form={form} onSubmit={({ reason }) => reset.mutate({ body: { userId, reason } })}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Make sure that it is {profile.username} who asks: afterwards the password alone signs in.
          It is signed out everywhere.
        </Text>
        <TextInput
          label="Reason"
          description="Stands in the history."
          maxLength={200}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <FormButtons submit="Reset" isReady={true} isBusy={reset.isPending} onCancel={onDone} />
      </Stack>
    </Form>
  );
}
