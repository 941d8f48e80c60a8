import { Anchor } from '@mantine/core';
import type { User } from '@pitboss/contract/users';
import { Link } from '@tanstack/react-router';
import { columnsOf } from '#src/data-table/columns.ts';
import { MoneyText } from '#src/ui/money-text.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import type { UserDialog } from './user-dialogs.tsx';
import { UserRowActions } from './user-row-actions.tsx';

interface Given {
  /** The rows are an admin's clients, whom only that admin may change. */
  isDownline: boolean;
  openDialog: (dialog: UserDialog) => void;
}

const column = columnsOf<User>();

export function userColumns({ isDownline, openDialog }: Given) {
  return column.columns([
    column.accessor('_id', { header: 'Id', cell: ({ getValue }) => String(getValue()) }),
    column.accessor('username', {
      header: 'Username',
      cell: ({ row }) => <Username user={row.original} />,
    }),
    column.accessor('name', { header: 'Name' }),
    column.accessor('role', { header: 'Role' }),
    column.accessor('exposure', {
      header: 'Exposure',
      meta: { isNumeric: true },
      cell: ({ getValue }) => <MoneyText minor={getValue()} signed />,
    }),
    column.accessor('balance', {
      header: 'Balance',
      meta: { isNumeric: true },
      cell: ({ getValue }) => <MoneyText minor={getValue()} />,
    }),
    column.accessor('currency', { header: 'Currency' }),
    column.accessor('status', {
      header: 'Status',
      cell: ({ getValue }) => <StatusBadge status={getValue()} />,
    }),
    column.accessor('isDemo', {
      header: 'isDemo',
      cell: ({ getValue }) => (getValue() ? 'Yes' : 'No'),
    }),
    column.display({
      id: 'action',
      header: 'Action',
      meta: { isPinned: true },
      cell: ({ row }) => (
        <UserRowActions user={row.original} isDownline={isDownline} openDialog={openDialog} />
      ),
    }),
  ]);
}

/** An ADMIN's name leads to the clients below it. */
function Username({ user: { _id, username, role } }: { user: User }) {
  if (role !== 'ADMIN') return username;
  const search = { admin: String(_id) };
  return (
    <Anchor
      inherit
      fw={600}
      renderRoot={(props) => <Link to="/users" search={search} {...props} />}
    >
      {username}
    </Anchor>
  );
}
