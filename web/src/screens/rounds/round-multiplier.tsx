import type { Round } from '@pitboss/contract/rounds';
import { capitalise, formatMultiplier } from '#src/lib/format.ts';
import { StatusBadge } from '#src/ui/status-badge.tsx';

/** Where the round crashed; one that has not says how it stands. */
export function RoundMultiplier({ round }: { round: Pick<Round, 'multiplier' | 'state'> }) {
  const { multiplier, state } = round;
  if (!multiplier) return state ? <StatusBadge status={capitalise(state)} /> : '-';
  return <bdi dir="ltr">{formatMultiplier(multiplier)}</bdi>;
}
