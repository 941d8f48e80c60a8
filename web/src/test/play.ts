import type { Bet, bets } from '@pitboss/contract/bets';
import type { ResultOf } from '@pitboss/contract/endpoint';
import type { Round, RoundDetails } from '@pitboss/contract/rounds';
import { crashPoint } from '@pitboss/engine/crash-point';
import { seedHash } from '@pitboss/engine/seed-hash';
import { tableHash } from '@pitboss/engine/table-hash';

type Page = ResultOf<typeof bets.list>;

const at = new Date(2026, 10, 14, 15, 4, 5);

/** A settled bet that the client lost half of, or what the test needs it to be. */
export function bet(given: Partial<Bet> = {}): Bet {
  return {
    _id: 51n,
    user: { _id: 7n, username: 'player7' },
    round: 900n,
    stake: 100_00n,
    cashoutAmount: 50_00n,
    type: 'settled',
    bettype: 'manual',
    currency: 'INR',
    createdAt: at,
    updatedAt: at,
    ...given,
  };
}

export function betsPage(
  rows: Bet[],
  totals: Page['totals'] = { totalStakes: 3_000_00n, totalCashoutAmount: 3_500_50n },
): Page {
  const count = rows.length;
  return {
    data: { draw: 1, data: rows, recordsTotal: count, recordsFiltered: count },
    totals,
  };
}

export function round(given: Partial<Round> = {}): Round {
  return {
    round: 900n,
    roundId: 900n,
    state: 'crashed',
    multiplier: 235,
    createdAt: at,
    updatedAt: at,
    ...given,
  };
}

/** A round as it was drawn, or with what the test forges in it. */
export function drawnRound(given: Partial<RoundDetails> = {}): RoundDetails {
  const seed = '5eed'.repeat(16);
  return {
    ...round({ multiplier: crashPoint(seed, 900n, []) }),
    source: 'engine',
    hash: seedHash(seed),
    seed,
    tableVersion: 3n,
    tableHash: tableHash([]),
    bands: [],
    builtIn: 970_000,
    ...given,
  };
}
