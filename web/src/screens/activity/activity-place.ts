import type { ActivityTarget } from '@pitboss/contract/activity';
import { linkOptions } from '@tanstack/react-router';
import { bankPlace, betPlace, clientPlace, requestPlace, roundPlace } from '#src/lib/places.ts';

/** Things of which there is one, or a screen for all of them. */
const screens = {
  support: linkOptions({ to: '/customer-support' }),
  event: linkOptions({ to: '/event' }),
  multiplier: linkOptions({ to: '/multiplayer' }),
  'multiplier-version': linkOptions({ to: '/multiplayer' }),
  game: linkOptions({ to: '/dashboard' }),
  security: linkOptions({ to: '/Common/Profile' }),
} as const;

/** Where what was acted on is found; undefined where the panel has no place for it. */
export function activityPlace(target: ActivityTarget, ownId: bigint | undefined) {
  const { kind, _id, name, userId, since } = target;
  if (kind in screens) return screens[kind as keyof typeof screens];
  if (kind === 'round' && _id !== null) return roundPlace({ _id });
  if (userId === null || name === null) return undefined;
  if (kind === 'bank') return _id !== null && userId === ownId ? bankPlace({ _id }) : undefined;
  if (userId === ownId) return linkOptions({ to: '/Common/Profile' });
  if (kind === 'cash-request' && _id !== null && since) return requestPlace({ _id, userId, since });
  if (kind === 'bet' && _id !== null) return betPlace({ _id });
  return clientPlace({ _id: userId });
}
