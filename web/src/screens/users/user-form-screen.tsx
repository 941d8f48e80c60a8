import type { UserDetails } from '@pitboss/contract/auth';
import { users } from '@pitboss/contract/users';
import { usePassedUser } from '#src/lib/passed-user.ts';
import { useOperator } from '#src/lib/session.ts';
import { useIdParam } from '#src/lib/url-state.ts';
import { useRead } from '#src/lib/use-api.ts';
import { wholeUser } from '#src/lib/whole-user.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { UserForm } from './user-form.tsx';

export function UserFormScreen() {
  const operator = useOperator();
  const id = useIdParam('id');
  if (!operator) return null;
  return (
    <>
      <PageHeader title={id === undefined ? 'Create New User' : 'Edit User'} />
      {id === undefined ? (
        <UserForm key="new" operator={operator} />
      ) : (
        <EditUser key={String(id)} id={id} operator={operator} />
      )}
    </>
  );
}

/** Shows what came along; it can be changed when the server has said how it is now. */
function EditUser({ id, operator }: { id: bigint; operator: UserDetails }) {
  const passed = usePassedUser();
  const read = useRead(users.profile, { body: { userId: id } });
  const current = read.isFetchedAfterMount ? read.data : undefined;
  if (read.error && !current) {
    return <LoadFailure error={read.error} onRetry={() => read.refetch()} />;
  }
  const known = current ?? (passed?._id === id ? passed : undefined);
  if (!known) return null;
  const user = wholeUser(id, known);
  return (
    <UserForm
      key={current ? 'current' : 'passed'}
      user={user}
      operator={operator}
      isReady={current !== undefined}
    />
  );
}
