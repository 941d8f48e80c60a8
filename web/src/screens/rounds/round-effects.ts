import { bets } from '@pitboss/contract/bets';
import { reports } from '@pitboss/contract/reports';
import { rounds } from '@pitboss/contract/rounds';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';

/** Everything that shows bets, their results or the money that they move. */
export const roundEffects = [
  ...Object.values(bets),
  ...Object.values(reports),
  ...[rounds.list, rounds.get, transactions.listStatement],
  ...[users.list, users.balance, users.profile],
];
