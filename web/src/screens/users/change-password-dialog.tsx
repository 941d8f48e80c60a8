import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { NewPassword, type User, users } from '@pitboss/contract/users';
import { fieldErrors } from '#src/lib/api-error.ts';
import { fieldProblem, requiredText } from '#src/lib/field-problem.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { holdFocus } from '#src/ui/hold-focus.ts';

interface Props {
  user: User;
  opened: boolean;
  onClose: () => void;
}

export function ChangePasswordDialog({ user, opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Change Password">
      <ChangePasswordForm user={user} onDone={onClose} />
    </Modal>
  );
}

function ChangePasswordForm({ user, onDone }: { user: User; onDone: () => void }) {
  const form = useForm({
    initialValues: { parentPassword: '', newPassword: '' },
    validate: {
      parentPassword: (password) => (password === '' ? requiredText : null),
      newPassword: (password) => fieldProblem(NewPassword, password),
    },
    validateInputOnBlur: true,
  });
  const change = useWrite(users.changePasswordByParent, {
    done: 'Password changed successfully!',
    failed: 'Error changing password',
    onDone,
    onFailed: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => change.mutate({ body: { userId: user._id, ...values } }))}
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
        <Group justify="flex-end" gap="sm" onMouseDown={holdFocus}>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" disabled={change.isPending} loading={change.isPending}>
            Change Password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
