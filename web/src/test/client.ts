import type { BalanceHistory, ClientFigures } from '@pitboss/contract/clients';

const at = new Date('2026-11-14T10:00:00Z');

/** What a direct client of the operator that tests sign in as has moved and played. */
export function clientFigures(given: Partial<ClientFigures> = {}): ClientFigures {
  return {
    currency: 'USD',
    path: [{ _id: 1n, username: 'olga' }],
    isDirect: true,
    cashIn: 48_000_00n,
    cashOut: 31_500_00n,
    bets: 1_204,
    stakes: 186_240_00n,
    payouts: 182_146_35n,
    pl: 4_093_65n,
    firstSeenAt: at,
    lastSeenAt: at,
    sessions: 2,
    ...given,
  };
}

export function balanceHistory(balances: bigint[]): BalanceHistory {
  const points = balances.map((balance, hour) => ({
    at: new Date(at.getTime() + hour * 3_600_000),
    balance,
  }));
  return { currency: 'USD', from: at, to: points.at(-1)?.at ?? at, points };
}
