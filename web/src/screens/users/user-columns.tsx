import { Anchor } from '@mantine/core';
import { type User, users } from '@pitboss/contract/users';
import { Link } from '@tanstack/react-router';
import type { UserDialog } from '#src/clients/user-dialogs.tsx';
import { listColumns } from '#src/data-table/list-columns.ts';
import { AmountIn } from '#src/ui/amount-in.tsx';
import { ClientName } from '#src/ui/client-name.tsx';
import { MoneyText } from '#src/ui/money-text.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { UserRowActions } from './user-row-actions.tsx';

interface Given {
  /** The rows are an admin's clients, whom only that admin may change. */
  isDownline: boolean;
  openDialog: (dialog: UserDialog) => void;
}

export function userColumns({ isDownline, openDialog }: Given) {
  return listColumns(users.list, {
    _id: { header: 'Id', cell: ({ _id }) => String(_id) },
    username: {
      header: 'Username',
      card: 'title',
      cell: (user) => <Username user={user} />,
    },
    name: {
      header: 'Name',
      card: 'line',
      // The other name of an ADMIN is the way to its clients.
      cell: ({ _id, name, role }) =>
        role === 'ADMIN' ? <ClientName id={_id} name={name} /> : name,
    },
    role: { header: 'Role', card: 'line' },
    exposure: {
      header: 'Exposure',
      card: 'figure',
      isNumeric: true,
      cell: ({ exposure }) => <MoneyText minor={exposure} signed />,
    },
    balance: {
      header: 'Balance',
      card: 'figure',
      isNumeric: true,
      cell: ({ balance }) => <MoneyText minor={balance} />,
      cardCell: ({ balance, currency }) => <AmountIn minor={balance} currency={currency} />,
    },
    currency: { header: 'Currency' },
    status: {
      header: 'Status',
      card: 'status',
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    isDemo: {
      header: 'isDemo',
      cell: ({ isDemo }) => (isDemo ? 'Yes' : 'No'),
    },
    action: {
      header: 'Action',
      isPinned: true,
      cell: (user) => (
        <UserRowActions user={user} isDownline={isDownline} openDialog={openDialog} />
      ),
    },
  });
}

/** An ADMIN's name leads to the clients below it, a client's to its page. */
function Username({ user: { _id, username, role } }: { user: User }) {
  if (role !== 'ADMIN') return <ClientName id={_id} name={username} />;
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
