import type { Bet } from '@pitboss/contract/bets';
import IconHash from '@tabler/icons-react/dist/esm/icons/IconHash.mjs';
import { useState } from 'react';
import { capitalise, formatMultiplier } from '#src/lib/format.ts';
import { CopiedText } from '#src/ui/copied-text.tsx';
import { RowAction } from '#src/ui/row-action.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import classes from './bet-status.module.css';

interface Props {
  bet: Bet;
  hasId?: boolean;
}

/** What became of a bet: where it left beside where the round crashed, and its id on demand. */
export function BetStatus({ bet, hasId = true }: Props) {
  const [isIdShown, setIdShown] = useState(false);
  return (
    <>
      <span className={classes.status}>
        <StatusBadge status={capitalise(bet.type)} />
        {hasId && (
          <RowAction label="Bet Id" icon={IconHash} onClick={() => setIdShown(!isIdShown)} />
        )}
      </span>
      <Multipliers bet={bet} />
      {isIdShown && <CopiedText title="Bet Id" shown={String(bet._id)} />}
    </>
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
