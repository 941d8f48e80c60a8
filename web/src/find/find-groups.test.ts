import type { Found, FoundClient } from '@pitboss/contract/find';
import { beforeEach, expect, it } from 'vitest';
import { forgetFinds, rememberFind } from '#src/lib/recent-finds.ts';
import { groupsFor } from './find-groups.ts';
import { screensFor } from './find-screens.ts';
import { askedIn } from './find-words.ts';

const operator = {
  _id: 1n,
  username: 'olga',
  name: 'Olga',
  role: 'ADMIN',
  currency: 'USD',
} as const;

const client: FoundClient = {
  _id: 7n,
  username: 'player1',
  name: 'Maria',
  role: 'USER',
  exposure: 0n,
  balance: 500n,
  currency: 'USD',
  status: 'active',
  isDemo: false,
  parentId: 1n,
  parentName: 'olga',
};

function found(given: Partial<Found> = {}): Found {
  const none: Found = {
    clients: [],
    requests: [],
    rounds: [],
    bets: [],
    transfers: [],
    banks: [],
  };
  return Object.assign(none, given);
}

function shown(text: string, answer?: Found): Record<string, string[]> {
  const groups = groupsFor({ text, asked: askedIn(text), found: answer, operator });
  return Object.fromEntries(
    groups.map(({ title, items }) => [title, items.map(({ label }) => label)]),
  );
}

beforeEach(() => forgetFinds());

it.each([
  ['player1', { q: 'player1' }],
  ['  Deposit to player1 ', { q: 'player1', verb: 'deposit' }],
  ['withdraw from ann', { q: 'ann', verb: 'withdraw' }],
  ['LOCK player1', { q: 'player1', verb: 'lock' }],
  ['deposit', { q: '', verb: 'deposit' }],
  ['round 12', { q: '12', only: 'rounds' }],
  ['round', { q: 'round' }],
  ['Go to Reports, last month', { q: '' }],
])('reads %j', (text, asked) => {
  expect(askedIn(text)).toEqual(asked);
});

it('finds screens by the beginnings of their words, and their ranges', () => {
  const now = new Date(2026, 0, 15);
  const found = screensFor('Go to Reports, last month', 'ADMIN', now);
  expect(found).toEqual([
    {
      label: 'Reports, last month',
      place: { to: '/reports', search: { startDay: '2025-12-01', endDay: '2025-12-31' } },
    },
  ]);
  const labels = (text: string, role: 'ADMIN' | 'SUPER' = 'ADMIN') =>
    screensFor(text, role, now).map(({ label }) => label);
  expect(labels('rep')).toEqual(['Reports']);
  expect(labels('del us')).toEqual(['Deleted Users']);
  expect(labels('multip')).toEqual([]);
  expect(labels('multip', 'SUPER')).toEqual(['Multiplayer']);
  expect(labels('bets yester')).toEqual(['Bets, yesterday']);
});

it('offers what can be done with the one that is meant, and only to its own operator', () => {
  const acts = ['Deposit to player1', 'Withdraw from player1', 'Lock player1'];
  const others = ['Password of player1', 'History of player1'];
  expect(shown('PLAYER1', found({ clients: [client] }))).toEqual({
    Clients: ['player1'],
    Actions: [...acts, ...others],
  });
  const below: FoundClient = Object.assign({}, client, { parentId: 2n, parentName: 'deep' });
  expect(shown('player1', found({ clients: [below] })).Actions).toEqual(['History of player1']);
  expect(shown('deposit to player1', found({ clients: [below] })).Actions).toBeUndefined();
  const locked: FoundClient = Object.assign({}, client, { status: 'locked' });
  expect(shown('unlock player1', found({ clients: [locked] })).Actions).toEqual(['Unlock player1']);
});

it('shows a noun with its number alone', () => {
  const at = new Date(2026, 10, 14);
  const answer = found({
    clients: [client],
    rounds: [{ _id: 7n, state: 'crashed', createdAt: at }],
  });
  expect(shown('round 7', answer)).toEqual({ Rounds: ['Round 7'] });
  expect(Object.keys(shown('7', answer))).toEqual(['Clients', 'Actions', 'Rounds']);
});

it('shows what was chosen before where nothing is typed, and forgets it', () => {
  expect(shown('')).toEqual({});
  for (const label of ['player1', 'Reports', 'player1']) {
    rememberFind({ label, about: '', place: { to: '/users' } });
  }
  expect(shown(' ')).toEqual({ Recent: ['player1', 'Reports'] });
  forgetFinds();
  expect(shown('')).toEqual({});
});
