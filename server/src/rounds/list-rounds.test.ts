import { createHash } from 'node:crypto';
import type { BodyOf } from '@pitboss/contract/endpoint';
import { game } from '@pitboss/contract/game';
import { rounds } from '@pitboss/contract/rounds';
import { makeAdmin, makeSuper, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atTime, land, openFlight, takeOff } from '../test/flights.ts';
import { makeGame, newRef, type TestGame } from '../test/game.ts';
import { anyReturn } from '../test/odds.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { openRound } from './open-round.ts';
import { crashRound, startRound } from './round-steps.ts';

let app: TestApp;
let admin: TestPerson;
let server: TestGame;

beforeAll(async () => {
  app = await testApp();
  const root = await makeSuper(app);
  admin = await makeAdmin(app, root);
  server = await makeGame(app, root);
});

afterAll(() => app.close());

async function list(query: Partial<BodyOf<typeof rounds.list>>) {
  const body = { draw: 0, start: 0, length: 500, ...query };
  return (await app.call(rounds.list, { token: admin.token, body })).data;
}

async function details(id: bigint) {
  return (await app.call(rounds.get, { token: admin.token, params: { id } })).data;
}

/** A round of a game server, opened and crashed at the given times. */
async function roundAt(openedAt: string, crashedAt: string, multiplier: number): Promise<bigint> {
  const { keyId: serviceKeyId } = server;
  const terms = { source: 'game', serviceKeyId, ref: newRef() } as const;
  const { id } = await atTime(app, new Date(openedAt), async (tx) => {
    const opened = await openRound(tx, terms, anyReturn);
    return startRound(tx, opened.id);
  });
  await atTime(app, new Date(crashedAt), (tx) => crashRound(tx, id, multiplier));
  return id;
}

test('a range holds the rounds opened in it, both ends included, and may be open at an end', async () => {
  const opened = [];
  for (const day of ['01', '02', '03']) {
    opened.push(await roundAt(`2001-05-${day}T12:00:00Z`, `2001-05-${day}T12:01:00Z`, 150));
  }
  const [first, second, third] = opened;
  const found = async (startDate?: string, endDate?: string) => {
    const range = {
      ...(startDate ? { startDate: new Date(startDate) } : {}),
      ...(endDate ? { endDate: new Date(endDate) } : {}),
    };
    const page = await list(range);
    expect([page.recordsTotal, page.recordsFiltered]).toEqual([page.data.length, page.data.length]);
    return page.data.map((row) => row.round);
  };
  expect(await found('2001-05-01T12:00:00Z', '2001-05-02T12:00:00Z')).toEqual([second, first]);
  expect(await found('2001-05-01T12:00:00.001Z', '2001-05-03T11:59:59.999Z')).toEqual([second]);
  expect(await found(undefined, '2001-12-31T00:00:00Z')).toEqual([third, second, first]);
  expect(await found('2001-05-02T00:00:00+05:30', '2001-05-03T05:30:00+05:30')).toEqual([second]);
  expect(await found('2001-06-01T00:00:00Z', '2001-07-01T00:00:00Z')).toEqual([]);
});

test('a range whose end comes before its start is refused', async () => {
  const raw = { startDate: '2001-05-02T00:00:00Z', endDate: '2001-05-01T00:00:00Z' };
  const reply = await app.call(rounds.list, { token: admin.token, raw });
  expect(reply.status).toBe(400);
  expect(reply.errors).toEqual({ startDate: 'The start date must not be after the end date.' });
});

test('sorted by its last column the round that ended last stands first', async () => {
  const long = await roundAt('2002-01-01T00:00:00Z', '2002-01-01T09:00:00Z', 900);
  const short = await roundAt('2002-01-01T01:00:00Z', '2002-01-01T01:01:00Z', 120);
  const range = {
    startDate: new Date('2002-01-01T00:00:00Z'),
    endDate: new Date('2002-01-02T00:00:00Z'),
  };
  const by = async (column: number, dir: 'asc' | 'desc') =>
    (await list({ ...range, order: [{ column, dir }] })).data.map((row) => row.round);
  expect(await by(3, 'desc')).toEqual([long, short]);
  expect(await by(2, 'desc')).toEqual([short, long]);
  expect(await by(1, 'asc')).toEqual([short, long]);
  expect(await by(0, 'desc')).toEqual([short, long]);
});

test('a part of the number finds a round', async () => {
  const round = await server.open();
  const found = await list({ search: { value: String(round).slice(-1) } });
  expect(found.data.map((row) => row.round)).toContain(round);
  expect(found.data.every((row) => String(row.round).includes(String(round).slice(-1)))).toBe(true);
  expect(found.recordsFiltered).toBeLessThan(found.recordsTotal);
  await server.call(game.voidRound, { round });
});

test('neither the list nor the details tell where a running round will crash', async () => {
  const round = await openFlight(app, 431);
  for (const state of ['betting', 'flying']) {
    if (state === 'flying') await takeOff(app, round, 300);
    const row = (await list({})).data.find((one) => one.round === round);
    expect(row).toMatchObject({ state, multiplier: null, roundId: round });
    const shown = await app.call(rounds.get, { token: admin.token, params: { id: round } });
    expect(shown.data).toMatchObject({ state, multiplier: null, seed: null, source: 'engine' });
    expect(shown.data.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(Object.keys(shown.body.data as object)).not.toContain('drawn');
  }
  await land(app, round);
});

test('an ended round tells its seed, whose hash was told before, and its bands', async () => {
  const round = await openFlight(app, 257);
  const before = await details(round);
  await takeOff(app, round, 110);
  await land(app, round);
  const after = await details(round);
  expect(after).toMatchObject({ state: 'crashed', multiplier: 257, hash: before.hash });
  const seed = Buffer.from(after.seed ?? '', 'hex');
  expect(seed).toHaveLength(32);
  expect(createHash('sha256').update(seed).digest('hex')).toBe(before.hash);
  expect(after.bands).toEqual([{ min: 257, max: 258, probability: 1_000_000 }]);
  expect(after.tableHash).toBe(createHash('sha256').update('257-258:1000000').digest('hex'));
  expect([before.bands, before.tableHash]).toEqual([after.bands, after.tableHash]);
});

test('a void round tells its seed and has no multiplier', async () => {
  const round = await server.open();
  await server.call(game.voidRound, { round });
  const shown = await details(round);
  expect(shown).toMatchObject({ state: 'void', multiplier: null, source: 'game' });
  expect(shown.seed).toMatch(/^[0-9a-f]{64}$/);
});

test('every round has a seed of its own', async () => {
  const seeds = new Set<string>();
  for (let index = 0; index < 5; index++) {
    const round = await server.open();
    await server.call(game.voidRound, { round });
    seeds.add((await details(round)).seed ?? '');
  }
  expect(seeds.size).toBe(5);
});
