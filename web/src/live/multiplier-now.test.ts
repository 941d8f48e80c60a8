import { expect, it } from 'vitest';
import { multiplierNow, type RoundNow } from './use-live.ts';

const startedAt = new Date(1_000_000);
const round: RoundNow = {
  round: 7n,
  state: 'flying',
  multiplier: null,
  bettingUntil: null,
  play: [],
  startedAt,
  doublingMs: 5_000,
  now: () => startedAt.getTime() + 10_000,
};

it('says where the flight is by the clock of the platform, and where it crashed', () => {
  expect(multiplierNow(round)).toBe(400);
  expect(multiplierNow({ ...round, state: 'betting', startedAt: null })).toBeNull();
  expect(multiplierNow({ ...round, state: 'crashed', multiplier: 235 })).toBe(235);
  // How a game server's round flies only that server knows.
  expect(multiplierNow({ ...round, doublingMs: null })).toBeNull();
});
