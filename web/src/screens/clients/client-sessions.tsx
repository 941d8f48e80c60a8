import { type ClientSession, clients } from '@pitboss/contract/clients';
import { useState } from 'react';
import type { Columns } from '#src/data-table/columns.ts';
import { DataTable } from '#src/data-table/data-table.tsx';
import { TableBox } from '#src/data-table/table-box.tsx';
import { capitalise } from '#src/lib/format.ts';
import { deviceOf } from '#src/lib/session-device.ts';
import { useRead } from '#src/lib/use-api.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Moment } from '#src/ui/moment.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { Older } from './older.tsx';

const columns: Columns<ClientSession> = [
  { id: 'agent', header: 'Device', card: 'title', cell: ({ agent }) => deviceOf(agent) },
  { id: 'address', header: 'Address', card: 'line' },
  {
    id: 'createdAt',
    header: 'Signed in',
    card: 'line',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  { id: 'lastUsedAt', header: 'Last used', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
  {
    id: 'endedAt',
    header: 'Ended',
    cell: ({ endedAt }) => (endedAt ? <Moment at={endedAt} /> : '-'),
  },
  {
    id: 'endReason',
    header: 'State',
    card: 'status',
    cell: ({ endReason }) => <StatusBadge status={endReason ? capitalise(endReason) : 'Active'} />,
  },
];

/** Where an account was signed in, the newest first. */
export function ClientSessions({ userId }: { userId: bigint }) {
  const [before, setBefore] = useState<bigint>();
  const input = { params: { id: userId }, body: { before } };
  const list = useRead(clients.sessions, input, { isInline: true });
  if (list.error && !list.data) {
    return <LoadFailure error={list.error} onRetry={() => list.refetch()} />;
  }
  return (
    <TableBox>
      <DataTable
        label="Sessions"
        columns={columns}
        rows={list.data}
        rowKey={({ _id }) => String(_id)}
        isStale={list.isPlaceholderData}
        emptyText="It has never signed in."
      />
      <Older rows={list.data} before={before} onChange={setBefore} words="sessions" />
    </TableBox>
  );
}
