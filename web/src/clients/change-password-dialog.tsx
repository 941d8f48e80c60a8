import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { NewPassword, type User, users } from '@pitboss/contract/users';
import { fieldProblem, requiredText } from '#src/lib/field-problem.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { Form } from '#src/ui/form.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { useForm } from '#src/ui/use-form.ts';

interface Props {
  user: User;
  opened: boolean;
  onClose: () => void;
}

export function ChangePasswordDialog({ user, opened, onClose }: Props) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Change Password">
      <ChangePasswordForm user={user} onDone={onClose} />
    </FormDialog>
  );
}

function ChangePasswordForm({ user, onDone }: { user: User; onDone: () => void }) {
  const form = useForm({
    initialValues: { parentPassword: '', newPassword: '' },
    validate: {
      parentPassword: (password) => (password === '' ? requiredText : null),
      newPassword: (password) => fieldProblem(NewPassword, password),
    },
  });
  const change = useWrite(users.changePasswordByParent, {
    done: 'Password changed successfully!',
    failed: 'Error changing password',
    fixedWords: 'failed',
    onDone,
    fields: form.fields,
  });
  return (
    <Form
      form={form}
      onSubmit={(values) => change.mutate({ body: { userId: user._id, ...values } })}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {user.username} is signed out everywhere and signs in with the new password.
        </Text>
        <PasswordInput
          label="Parent Password"
          description="Your own password, to confirm that it is you."
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('parentPassword')}
        />
        <PasswordInput
          label="New Password"
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" disabled={change.isPending} loading={change.isPending}>
            Change Password
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
