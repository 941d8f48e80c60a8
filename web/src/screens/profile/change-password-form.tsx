import { Button, Group, Paper, PasswordInput, Stack, Title } from '@mantine/core';
import { sessions } from '@pitboss/contract/sessions';
import { passwordLengthMin, users } from '@pitboss/contract/users';
import { toast } from '#src/lib/toast.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { Form } from '#src/ui/form.tsx';
import { useForm } from '#src/ui/use-form.ts';

export function ChangePasswordForm() {
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: { currentPassword: passwordProblem, newPassword: passwordProblem },
  });
  const change = useWrite(users.changePasswordByUser, {
    // The others end with the old password.
    refreshes: [sessions.list],
    done: 'Password changed successfully!',
    failed: 'Failed to change password. Please try again.',
    onDone: () => form.reset(),
    fields: form.fields,
  });
  return (
    <Paper withBorder p="lg">
      <Form
        form={form}
        onSubmit={(body) => change.mutate({ body })}
        onInvalid={() => toast.error('Please fill out the form correctly.')}
      >
        <Title order={2} size="h4" mb="md">
          Change Password
        </Title>
        <Stack gap="md">
          <PasswordInput
            label="Current Password"
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label="New Password"
            autoComplete="new-password"
            {...form.getInputProps('newPassword')}
          />
          <Group justify="flex-end">
            <Button type="submit" disabled={change.isPending}>
              Change Password
            </Button>
          </Group>
        </Stack>
      </Form>
    </Paper>
  );
}

/** Both are required and have at least 8 characters. */
function passwordProblem(password: string): string | null {
  if (password === '') return 'This field is required.';
  return password.length < passwordLengthMin
    ? `Enter at least ${passwordLengthMin} characters.`
    : null;
}
