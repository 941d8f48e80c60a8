import { Anchor, Box, Button } from '@mantine/core';
import type { Round } from '@pitboss/contract/rounds';
import IconGavel from '@tabler/icons-react/dist/esm/icons/IconGavel.mjs';
import { columnsOf } from '#src/data-table/columns.ts';
import { formatTimestamp } from '#src/lib/format.ts';
import { RowAction } from '#src/ui/row-action.tsx';
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
    cell: ({ row }) => <SettleButton round={row.original} show={show} />,
  });
  const shared = [id, multiplier, createdAt, updatedAt] as const;
  return isSuper ? column.columns([...shared, actions]) : column.columns([...shared]);
}

/** On a phone only the icon: the words would hide the column beside it. */
function SettleButton({ round: { round }, show }: Pick<Given, 'show'> & { round: Round }) {
  const label = 'Round Settlement';
  const settle = () => show({ kind: 'settle', roundId: round });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        visibleFrom="xs"
        aria-description={`Round ${round}`}
        onClick={settle}
      >
        {label}
      </Button>
      <Box hiddenFrom="xs">
        <RowAction label={label} icon={IconGavel} onClick={settle} />
      </Box>
    </>
  );
}
