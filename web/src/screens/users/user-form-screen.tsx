import type { UserDetails } from '@pitboss/contract/auth';
import { type User, users } from '@pitboss/contract/users';
import { usePassedUser } from '#src/lib/passed-user.ts';
import { useOperator } from '#src/lib/session.ts';
import { useIdParam } from '#src/lib/url-state.ts';
import { useRead } from '#src/lib/use-api.ts';
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

/** A platform may tell anything or nothing of a client: what it does not tell is taken as usual. */
const usual = {
  username: '',
  name: '',
  role: 'USER',
  exposure: 0n,
  balance: 0n,
  currency: 'USD',
  status: 'active',
  isDemo: false,
} as const satisfies Partial<User>;

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
  const user: User = { ...usual, ...withoutGaps(known), _id: id };
  return (
    <UserForm
      key={current ? 'current' : 'passed'}
      user={user}
      operator={operator}
      isReady={current !== undefined}
    />
  );
}

/** What is said of a client, and nothing of what is not. */
function withoutGaps(known: object) {
  const given = Object.entries(known).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Field in keyof User]?: NonNullable<User[Field]> };
}
