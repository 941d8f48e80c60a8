import IconGavel from 'tabler:gavel';
import { Anchor, Button } from '@mantine/core';
import { type Round, rounds } from '@pitboss/contract/rounds';
import { use } from 'react';
import { listColumns } from '#src/data-table/list-columns.ts';
import { Moment } from '#src/ui/moment.tsx';
import { RowAction, RowActionForm } from '#src/ui/row-action.tsx';
import { RoundMultiplier } from './round-multiplier.tsx';

export interface RoundDialog {
  kind: 'details' | 'settle';
  roundId: bigint;
}

interface Given {
  /** Only SUPER may settle. */
  isSuper: boolean;
  show: (dialog: RoundDialog) => void;
}

export function roundColumns({ isSuper, show }: Given) {
  return listColumns(rounds.list, {
    round: {
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
    },
    multiplier: {
      header: 'Multiplier',
      card: 'status',
      cell: (round) => <RoundMultiplier round={round} />,
    },
    createdAt: {
      header: 'Created At',
      card: 'line',
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    updatedAt: { header: 'updated At', cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
    actions: isSuper
      ? {
          header: 'Actions',
          isPinned: true,
          cell: (round) => <SettleButton round={round} show={show} />,
        }
      : null,
  });
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
