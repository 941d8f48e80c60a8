import IconUserPlus from 'tabler:user-plus';
import { Anchor, Button } from '@mantine/core';
import { users } from '@pitboss/contract/users';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { UserDialog } from '#src/clients/user-dialogs.tsx';
import type { ListColumns } from '#src/data-table/list-columns.ts';
import { PagedTable } from '#src/data-table/paged-table.tsx';
import { useTablePage } from '#src/data-table/use-table-page.ts';
import { useOperator } from '#src/lib/session.ts';
import { useIdParam, useUrlState } from '#src/lib/url-state.ts';
import { PageHeader } from '#src/ui/page-header.tsx';
import { useIsTab } from '#src/ui/tab.ts';
import { useFetchedPart } from '#src/ui/use-fetched-part.ts';
import { useRowDialog } from '#src/ui/use-row-dialog.ts';
import { DownlineTrail } from './downline-trail.tsx';
import { FoundBelow } from './found-below.tsx';
import { userColumns } from './user-columns.tsx';
import { UserFilters, userFiltersIn } from './user-filters.tsx';

const loadDialogs = async () => (await import('#src/clients/user-dialogs.tsx')).UserDialogs;

export function UsersScreen() {
  const operator = useOperator();
  const [{ admin, branch }] = useUrlState();
  const isTab = useIsTab();
  // In the page of an operator these are its clients.
  const ofPage = useIdParam('userId');
  const adminId = ofPage ?? (admin === undefined ? undefined : BigInt(admin));
  const isDownline = adminId !== undefined;
  // Who is not the operator's own client is only looked at.
  const isOnlySeen = isDownline || branch !== undefined;
  const { subject: dialog, opened: isWanted, show, close } = useRowDialog<UserDialog>();
  const asked = { isWanted, callOff: close };
  const { Part: UserDialogs, opened, need, near } = useFetchedPart(loadDialogs, asked);
  const openDialog = useCallback(
    (wanted: UserDialog) => {
      need();
      show(wanted);
    },
    [need, show],
  );
  const columns = useMemo(
    () => userColumns({ isDownline: isOnlySeen, openDialog }),
    [isOnlySeen, openDialog],
  );

  return (
    <>
      {!isTab && (
        <PageHeader title={`${operator?.username ?? ''} Clients List | Default`}>
          <Button
            leftSection={<IconUserPlus size={18} />}
            renderRoot={(props) => <Link to="/new-user/{-$id}" {...props} />}
          >
            Create User
          </Button>
        </PageHeader>
      )}
      {isDownline && !isTab && <DownlineTrail adminId={adminId} />}
      {branch && !isDownline && (
        <p>
          Everybody below you.{' '}
          <Anchor underline="always" renderRoot={(props) => <Link to="/users" {...props} />}>
            Show own clients
          </Anchor>
        </p>
      )}
      <UserFilters isSuper={operator?.role === 'SUPER'} />
      <div {...near}>
        <Clients
          // Rows of one operator must not stand under another, not even while the next ones load.
          key={adminId === undefined ? (branch ?? 'own') : String(adminId)}
          columns={columns}
          userId={adminId}
        />
      </div>
      {UserDialogs && dialog && <UserDialogs dialog={dialog} opened={opened} onClose={close} />}
    </>
  );
}

interface ClientsProps {
  columns: ListColumns<typeof users.list>;
  userId: bigint | undefined;
}

function Clients({ columns, userId }: ClientsProps) {
  const [state] = useUrlState();
  const table = useTablePage(users.list, {
    columns,
    filters: {
      ...userFiltersIn(state),
      userId,
      branch: state.branch === 'yes' || undefined,
      createdAfter: state.from ? new Date(state.from) : undefined,
    },
    defaultOrder: { column: '_id', dir: 'desc' },
    length: 10,
  });
  return (
    <>
      <FoundBelow below={table.read.isPlaceholderData ? undefined : table.page?.below} />
      <PagedTable table={table} label="Clients List" rowKey={(user) => String(user._id)} />
    </>
  );
}
