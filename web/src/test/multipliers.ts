import type { ResultOf } from '@pitboss/contract/endpoint';
import { type Band, multipliers, type Version } from '@pitboss/contract/multipliers';
import { tableHash } from '@pitboss/engine/table-hash';
import { engineTable } from '#src/lib/engine-table.ts';
import { fakeApi } from './fake-api.ts';
import { signInAs } from './render-screen.tsx';

export const bands: Band[] = [
  { _id: 1n, min: 100, max: 200, probability: 500_000 },
  { _id: 2n, min: 200, max: 350, probability: 300_000 },
];
export const wholeBands: Band[] = [
  { _id: 1n, min: 100, max: 200, probability: 500_000 },
  { _id: 2n, min: 200, max: 1_000, probability: 480_000 },
];
export const createdAt = new Date(2026, 10, 14, 15, 4, 5);

type Facts = ResultOf<typeof multipliers.table>;

const played = {
  version: 4n,
  hash: tableHash([]),
  bands: [],
  builtIn: 970_000,
  createdAt,
  author: 'root',
  reason: 'Back to the start',
  firstRound: 1_204n,
};

/** The built-in table is in play as version 4 since round 1,204, or what the test says. */
export function factsOf(draft: Band[], given: Partial<Facts> = {}): Facts {
  return {
    inPlay: played,
    problems: [],
    nextRound: 1_300n,
    draft: { hash: hashOf(draft), changedAt: createdAt, changedBy: 'root' },
    rtpLimit: 990_000,
    rtpFloor: 750_000,
    builtIn: 970_000,
    ...given,
  };
}

export const hashOf = (draft: Band[]) => tableHash(engineTable(draft, 970_000));

export const versions: Version[] = [
  { ...played, rounds: 96, isInPlay: true },
  {
    version: 3n,
    hash: hashOf(wholeBands),
    bands: wholeBands,
    builtIn: null,
    createdAt,
    author: null,
    reason: null,
    firstRound: 1n,
    rounds: 1_203,
    isInPlay: false,
  },
];

/** What SUPER is told of a table whose draft has these bands. */
export function answerTable(rows: Band[] = bands, given: Partial<Facts> = {}) {
  signInAs('SUPER');
  const api = fakeApi();
  api.answer(multipliers.list, rows);
  api.answer(multipliers.table, factsOf(rows, given));
  api.answer(multipliers.versions, versions);
  return api;
}
