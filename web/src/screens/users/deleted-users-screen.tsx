import { Button } from '@mantine/core';
import { type DeletedUser, users } from '@pitboss/contract/users';
import type { Columns } from '#src/data-table/columns.ts';
import { LocalTable } from '#src/data-table/local-table.tsx';
import { useRead, useWrite } from '#src/lib/use-api.ts';
import { MoneyText } from '#src/ui/money-text.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';

const columns: Columns<DeletedUser> = [
  { id: '_id', header: 'ID', cell: ({ _id }) => String(_id) },
  {
    id: 'username',
    header: 'Username',
    card: 'title',
    cell: (user) => <span id={nameId(user)}>{user.username}</span>,
  },
  { id: 'name', header: 'Name', card: 'line' },
  { id: 'role', header: 'Role', card: 'line' },
  {
    id: 'isDemo',
    header: 'IsDemo',
    cell: ({ isDemo }) => <StatusBadge status={isDemo ? 'Yes' : 'No'} />,
  },
  {
    id: 'restore',
    header: 'Restore',
    card: 'foot',
    isPinned: true,
    cell: (user) => <RestoreButton user={user} />,
  },
  {
    id: 'balance',
    header: 'Balance',
    isNumeric: true,
    cell: ({ balance, currency }) =>
      balance === undefined ? (
        '-'
      ) : (
        <>
          <MoneyText minor={balance} /> <small>{currency}</small>
        </>
      ),
  },
];

export function DeletedUsersScreen() {
  const read = useRead(
    users.listDeleted,
    {},
    { failed: 'Error fetching deleted users', isFixed: true },
  );
  return (
    <>
      <PageHeader title="Deleted Users" />
      <LocalTable
        label="Deleted Users"
        columns={columns}
        read={read}
        rowKey={(user) => String(user._id)}
        searchedIn={({ _id, username, name, role }) => [String(_id), username, name, role]}
      />
    </>
  );
}

function RestoreButton({ user }: { user: DeletedUser }) {
  const restore = useWrite(users.restore, {
    refreshes: [users.listDeleted, users.list],
    done: 'User restored successfully!',
    failed: 'Error restoring user',
    target: ({ params }) => String(params.id),
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-describedby={nameId(user)}
      disabled={restore.isPending}
      loading={restore.isPending}
      onClick={() => restore.mutate({ params: { id: user._id } })}
    >
      Restore
    </Button>
  );
}

function nameId({ _id }: DeletedUser): string {
  return `deleted-user-${_id}`;
}
