import { Anchor, Button } from '@mantine/core';
import type { Round } from '@pitboss/contract/rounds';
import IconGavel from '@tabler/icons-react/dist/esm/icons/IconGavel.mjs';
import type { Column, Columns } from '#src/data-table/columns.ts';
import { formatTimestamp } from '#src/lib/format.ts';
import { RowAction } from '#src/ui/row-action.tsx';
import classes from './round-columns.module.css';
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

const multiplier: Column<Round> = {
  id: 'multiplier',
  header: 'Multiplier',
  cell: (round) => <RoundMultiplier round={round} />,
};
const createdAt: Column<Round> = {
  id: 'createdAt',
  header: 'Created At',
  cell: ({ createdAt }) => formatTimestamp(createdAt),
};
const updatedAt: Column<Round> = {
  id: 'updatedAt',
  header: 'updated At',
  cell: ({ updatedAt }) => formatTimestamp(updatedAt),
};

export function roundColumns({ isSuper, show }: Given): Columns<Round> {
  const id: Column<Round> = {
    id: 'round',
    header: 'Round Id',
    cell: ({ round }) => (
      <Anchor
        inherit
        component="button"
        type="button"
        onClick={() => show({ kind: 'details', roundId: round })}
      >
        {String(round)}
      </Anchor>
    ),
  };
  const actions: Column<Round> = {
    id: 'actions',
    header: 'Actions',
    isPinned: true,
    cell: (round) => <SettleButton round={round} show={show} />,
  };
  const shared = [id, multiplier, createdAt, updatedAt];
  return isSuper ? [...shared, actions] : shared;
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
        className={classes.words ?? ''}
        aria-description={`Round ${round}`}
        onClick={settle}
      >
        {label}
      </Button>
      <span className={classes.sign}>
        <RowAction label={label} icon={IconGavel} onClick={settle} />
      </span>
    </>
  );
}
