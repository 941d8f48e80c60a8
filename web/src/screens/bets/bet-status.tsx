import IconHash from 'tabler:hash';
import type { Bet } from '@pitboss/contract/bets';
import { Link } from '@tanstack/react-router';
import { capitalise, formatMultiplier } from '#src/lib/format.ts';
import { RowAction } from '#src/ui/row-action.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import classes from './bet-status.module.css';

/** What became of a bet: where it left beside where the round crashed, and the way to all of it. */
export function BetStatus({ bet }: { bet: Bet }) {
  return (
    <>
      <span className={classes.status}>
        <StatusBadge status={capitalise(bet.type)} />
        {bet._id !== undefined && <BetLink id={String(bet._id)} />}
      </span>
      <Multipliers bet={bet} />
    </>
  );
}

function BetLink({ id }: { id: string }) {
  return (
    <RowAction
      label={`Bet ${id}`}
      icon={IconHash}
      renderRoot={(props) => <Link to="/bets/$betId" params={{ betId: id }} {...props} />}
    />
  );
}

function Multipliers({ bet: { type, multiplier, crash } }: { bet: Bet }) {
  if (crash === undefined || type === 'void') return null;
  const crashed = formatMultiplier(crash);
  const left = multiplier === undefined ? undefined : formatMultiplier(multiplier);
  const words = left ? `Left at ${left}, crashed at ${crashed}` : `Crashed at ${crashed}`;
  return (
    <small className={classes.multipliers} data-tooltip={words}>
      {left ?? '–'} / {crashed}
    </small>
  );
}
