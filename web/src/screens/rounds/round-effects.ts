import { bets } from '@pitboss/contract/bets';
import { reports } from '@pitboss/contract/reports';
import { rounds } from '@pitboss/contract/rounds';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import type { Intent } from '#src/lib/orders.ts';

/** Everything that shows bets, their results or the money that they move. */
export const roundEffects = [
  ...Object.values(bets),
  ...Object.values(reports),
  rounds.list,
  rounds.get,
  transactions.listStatement,
  users.list,
  users.balance,
  users.profile,
];

/** What is left of a round is paid out or given back once. */
export function roundIntent(kind: string, roundId: bigint): Intent {
  return { about: roundAbout(roundId), kind, detail: `Round ${roundId}` };
}

export function roundAbout(roundId: bigint): string[] {
  return [`round ${roundId}`];
}
