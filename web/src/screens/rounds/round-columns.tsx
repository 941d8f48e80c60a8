import { Anchor, Button } from '@mantine/core';
import type { Round } from '@pitboss/contract/rounds';
import IconGavel from '@tabler/icons-react/dist/esm/icons/IconGavel.mjs';
import { use } from 'react';
import type { Column, Columns } from '#src/data-table/columns.ts';
import { Moment } from '#src/ui/moment.tsx';
import { RowAction, RowActionForm } from '#src/ui/row-action.tsx';
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
  card: 'status',
  cell: (round) => <RoundMultiplier round={round} />,
};
const createdAt: Column<Round> = {
  id: 'createdAt',
  header: 'Created At',
  card: 'line',
  cell: ({ createdAt }) => <Moment at={createdAt} />,
};
const updatedAt: Column<Round> = {
  id: 'updatedAt',
  header: 'updated At',
  cell: ({ updatedAt }) => <Moment at={updatedAt} />,
};

export function roundColumns({ isSuper, show }: Given): Columns<Round> {
  const id: Column<Round> = {
    id: 'round',
    header: 'Round Id',
    card: 'title',
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

/**
 * Why there is nothing to settle. A platform that does not say what is left is asked: it answers
 * for itself.
 */
function whyNot({ round, state, unsettled }: Round): string | undefined {
  if (unsettled === undefined) return undefined;
  if (state === 'betting' || state === 'flying') {
    return `Round ${round} has not ended yet: it settles when it has.`;
  }
  return unsettled === 0 ? `Nothing is left to settle in round ${round}.` : undefined;
}

/** A button of its own in the table, and one of the actions in the menu of a card. */
function SettleButton({ round, show }: Pick<Given, 'show'> & { round: Round }) {
  const label = 'Round Settlement';
  const reason = whyNot(round);
  const settle = () => {
    if (reason === undefined) show({ kind: 'settle', roundId: round.round });
  };
  if (use(RowActionForm)) {
    return <RowAction label={label} icon={IconGavel} disabledReason={reason} onClick={settle} />;
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-description={reason ?? `Round ${round.round}`}
      {...(reason === undefined
        ? {}
        : { 'aria-disabled': true, 'data-disabled': true, 'data-tooltip': reason })}
      onClick={settle}
    >
      {label}
    </Button>
  );
}
