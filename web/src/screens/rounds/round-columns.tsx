import { Anchor, Button } from '@mantine/core';
import type { Round } from '@pitboss/contract/rounds';
import { columnsOf } from '#src/data-table/columns.ts';
import { formatTimestamp } from '#src/lib/format.ts';
import { RoundMultiplier } from './round-multiplier.tsx';

export interface RoundDialog {
  kind: 'details' | 'settle';
  roundId: bigint;
}

interface Given {
  /** Spec §6: only SUPER may settle. */
  isSuper: boolean;
  show: (dialog: RoundDialog) => void;
}

const column = columnsOf<Round>();
const multiplier = column.accessor('multiplier', {
  header: 'Multiplier',
  cell: ({ row }) => <RoundMultiplier round={row.original} />,
});
const createdAt = column.accessor('createdAt', {
  header: 'Created At',
  cell: ({ getValue }) => formatTimestamp(getValue()),
});
const updatedAt = column.accessor('updatedAt', {
  header: 'updated At',
  cell: ({ getValue }) => formatTimestamp(getValue()),
});

export function roundColumns({ isSuper, show }: Given) {
  const id = column.accessor('round', {
    header: 'Round Id',
    cell: ({ getValue }) => (
      <Anchor
        inherit
        component="button"
        type="button"
        onClick={() => show({ kind: 'details', roundId: getValue() })}
      >
        {String(getValue())}
      </Anchor>
    ),
  });
  const actions = column.display({
    id: 'actions',
    header: 'Actions',
    meta: { isPinned: true },
    cell: ({ row: { original } }) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-description={`Round ${original.round}`}
        onClick={() => show({ kind: 'settle', roundId: original.round })}
      >
        Round Settlement
      </Button>
    ),
  });
  const shared = [id, multiplier, createdAt, updatedAt] as const;
  return isSuper ? column.columns([...shared, actions]) : column.columns([...shared]);
}
