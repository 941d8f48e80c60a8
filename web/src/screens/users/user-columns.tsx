import { Anchor } from '@mantine/core';
import { type User, users } from '@pitboss/contract/users';
import { Link } from '@tanstack/react-router';
import { listColumns } from '#src/data-table/list-columns.ts';
import { AmountIn } from '#src/ui/amount-in.tsx';
import { MoneyText } from '#src/ui/money-text.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import type { UserDialog } from './user-dialogs.tsx';
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
    name: { header: 'Name', card: 'line' },
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

/** An ADMIN's name leads to the clients below it, a client's to its profile. */
function Username({ user: { _id, username, role } }: { user: User }) {
  const id = String(_id);
  return (
    <Anchor
      inherit
      fw={role === 'ADMIN' ? 600 : 400}
      renderRoot={(props) =>
        role === 'ADMIN' ? (
          <Link to="/users" search={{ admin: id }} {...props} />
        ) : (
          <Link to="/my-account/profile/{-$userId}" params={{ userId: id }} {...props} />
        )
      }
    >
      {username}
    </Anchor>
  );
}
