import type { ActivityKind, ActivityObject, ActivityTarget } from '@pitboss/contract/activity';

export const kindWords: Record<ActivityKind, string> = {
  'sign-in': 'Sign-ins',
  client: 'Clients',
  money: 'Deposit/Withdraw',
  request: 'Requests',
  bank: 'Banks',
  round: 'Rounds',
  bet: 'Bets',
  multiplier: 'Multiplayer',
  maintenance: 'Maintenance',
  event: 'Events',
  support: 'Customer Support',
  security: 'Security',
  'service-key': 'Service keys',
  export: 'Exports',
  other: 'Other',
};

export const objectWords: Record<ActivityObject, string> = {
  user: 'User',
  'cash-request': 'Request',
  bank: 'Bank',
  round: 'Round',
  bet: 'Bet',
};

/** What can be acted on beyond what can be asked for. */
const otherWords: Record<string, string> = {
  support: 'Customer Support',
  event: 'Event',
  multiplier: 'Multiplier',
  'multiplier-version': 'Multiplier table',
  game: 'Game',
  platform: 'Platform',
  security: 'Security settings',
  'service-key': 'Service key',
};

/** What was acted on: `Request 12 of player1`. */
export function targetWords({ kind, _id, name }: ActivityTarget): string {
  // A session is known by who acted.
  if (kind === 'session') return '';
  if (kind === 'user') return name ?? `User ${_id ?? ''}`.trim();
  const words = objectWords[kind as ActivityObject] ?? otherWords[kind] ?? kind;
  if (kind === 'bank' && name !== null) return `${words} ${name}`;
  const numbered = _id === null ? words : `${words} ${_id}`;
  return name === null ? numbered : `${numbered} of ${name}`;
}
