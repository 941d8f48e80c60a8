import { Button } from '@mantine/core';
import { users } from '@pitboss/contract/users';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ServerTable } from '#src/data-table/server-table.tsx';
import { useOperator } from '#src/lib/session.ts';
import { useUrlState } from '#src/lib/url-state.ts';
import { PageHeader } from '#src/ui/page-header.tsx';
import { useRowDialog } from '#src/ui/use-row-dialog.ts';
import { DownlineTrail } from './downline-trail.tsx';
import { userColumns } from './user-columns.tsx';
import { type UserDialog, UserDialogs } from './user-dialogs.tsx';

export function UsersScreen() {
  const operator = useOperator();
  const [{ admin }] = useUrlState();
  const isDownline = admin !== undefined;
  const { subject: dialog, opened, show, close } = useRowDialog<UserDialog>();
  const columns = useMemo(() => userColumns({ isDownline, openDialog: show }), [isDownline, show]);

  return (
    <>
      <PageHeader title={`${operator?.username ?? ''} Clients List | Default`}>
        <Button
          leftSection={<IconUserPlus size={18} aria-hidden />}
          renderRoot={(props) => <Link to="/new-user/{-$id}" {...props} />}
        >
          Create User
        </Button>
      </PageHeader>
      {isDownline && <DownlineTrail adminId={BigInt(admin)} />}
      <ServerTable
        // Rows of one operator must not stand under another, not even while the next ones load.
        key={admin ?? 'own'}
        endpoint={users.list}
        label="Clients List"
        columns={columns}
        rowKey={(user) => String(user._id)}
        filters={isDownline ? { userId: BigInt(admin) } : {}}
        defaultOrder={{ column: '_id', dir: 'desc' }}
        length={10}
      />
      {dialog && <UserDialogs dialog={dialog} opened={opened} onClose={close} />}
    </>
  );
}
