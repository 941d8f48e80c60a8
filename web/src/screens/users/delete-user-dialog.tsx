import { type User, users } from '@pitboss/contract/users';
import { useWrite } from '#src/lib/use-api.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';

interface Props {
  user: User;
  opened: boolean;
  onClose: () => void;
}

export function DeleteUserDialog({ user, opened, onClose }: Props) {
  const remove = useWrite(users.remove, {
    refreshes: [users.list, users.listDeleted],
    done: 'User deleted successfully!',
    failed: 'Failed to delete user. Please try again.',
    onDone: onClose,
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete User"
      question={`Are you sure you want to delete ${user.username}?`}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: user._id } })}
      onCancel={onClose}
    />
  );
}
