import { Button, Paper, Title } from '@mantine/core';
import { type Band, multipliers } from '@pitboss/contract/multipliers';
import { wholeMillionths } from '@pitboss/engine/band';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useMemo } from 'react';
import type { Columns } from '#src/data-table/columns.ts';
import { DataTable } from '#src/data-table/data-table.tsx';
import { formatMultiplier, formatPercent } from '#src/lib/format.ts';
import { useRead } from '#src/lib/use-api.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { RowAction } from '#src/ui/row-action.tsx';
import { useRowDialog } from '#src/ui/use-row-dialog.ts';
import { AddMultiplierDialog } from './add-multiplier-dialog.tsx';
import { DeleteMultiplierDialog } from './delete-multiplier-dialog.tsx';
import { ReturnPreview } from './return-preview.tsx';
import { TableNotes } from './table-notes.tsx';

interface Subject {
  /** The band to delete; without one a band is added. */
  band?: Band;
}

function multiplierColumns(show: (subject: Subject) => void): Columns<Band> {
  return [
    { id: 'min', header: 'Min', card: 'figure', cell: ({ min }) => formatMultiplier(min) },
    { id: 'max', header: 'Max', card: 'figure', cell: ({ max }) => formatMultiplier(max) },
    {
      id: 'probability',
      header: 'Probability',
      card: 'figure',
      cell: ({ probability }) => formatPercent(probability / wholeMillionths),
    },
    {
      id: 'actions',
      header: 'Actions',
      isPinned: true,
      cell: (band) => (
        <RowAction label="Delete" icon={IconTrash} tone="negative" onClick={() => show({ band })} />
      ),
    },
  ];
}

/** The bands that crash points are drawn from, and what they return to players. */
export function MultiplierTable() {
  const list = useRead(multipliers.list, {});
  const { data: table } = useRead(multipliers.table, {});
  const { subject, opened, show, close } = useRowDialog<Subject>();
  const columns = useMemo(() => multiplierColumns(show), [show]);
  const bands = list.data;
  return (
    <>
      <PageHeader title="Multiplayer">
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={!bands}
          onClick={() => show({})}
        >
          Add Multiplayer
        </Button>
      </PageHeader>
      <Paper withBorder mb="md">
        {list.error && !bands ? (
          <LoadFailure error={list.error} onRetry={() => list.refetch()} />
        ) : (
          <DataTable
            label="Multiplayer"
            columns={columns}
            rows={bands}
            rowKey={(band) => String(band._id)}
          />
        )}
      </Paper>
      {bands && (
        <Paper withBorder p="md">
          <Title order={2} size="h4" mb="sm">
            Return to players
          </Title>
          <ReturnPreview bands={bands} limitMillionths={table?.rtpLimit} />
          <TableNotes bands={bands} table={table} />
        </Paper>
      )}
      {subject && bands && (
        <AddMultiplierDialog
          bands={bands}
          limitMillionths={table?.rtpLimit}
          opened={opened && !subject.band}
          onClose={close}
        />
      )}
      {subject?.band && (
        <DeleteMultiplierDialog
          band={subject.band}
          isLast={bands?.length === 1}
          opened={opened}
          onClose={close}
        />
      )}
    </>
  );
}
