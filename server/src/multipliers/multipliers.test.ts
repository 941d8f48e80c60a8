import { createHash } from 'node:crypto';
import { game } from '@pitboss/contract/game';
import { multipliers } from '@pitboss/contract/multipliers';
import { rounds } from '@pitboss/contract/rounds';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeGame, type TestGame } from '../test/game.ts';
import { makeAdmin, makeSuper, type TestPerson } from '../test/people.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let server: TestGame;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  server = await makeGame(app, root);
});

/** Every test begins with the empty table. */
beforeEach(async () => {
  for (const { _id } of await list()) await remove(_id);
});

afterAll(() => app.close());

function add(min: unknown, max: unknown, probability: unknown) {
  return app.call(multipliers.add, { token: root.token, raw: { min, max, probability } });
}

function remove(id: bigint) {
  return app.call(multipliers.remove, { token: root.token, params: { id } });
}

const list = async () => (await app.call(multipliers.list, { token: root.token })).data;
const table = async () => (await app.call(multipliers.table, { token: root.token })).data;

test('bands are added, listed upwards and deleted', async () => {
  const high = await add(2, 5, 30);
  expect([high.status, high.message]).toEqual([201, 'Multiplier added.']);
  expect(high.body.data).toEqual({ _id: String(high.data._id), min: 2, max: 5, probability: 30 });
  const low = await add('1.00', '2', '50.0001');
  const listed = await app.call(multipliers.list, { token: root.token });
  expect(listed.body.data).toEqual([
    { _id: String(low.data._id), min: 1, max: 2, probability: 50.0001 },
    { _id: String(high.data._id), min: 2, max: 5, probability: 30 },
  ]);
  const gone = await remove(high.data._id);
  expect([gone.status, gone.message]).toEqual([200, 'Multiplier deleted.']);
  expect((await list()).map((band) => band._id)).toEqual([low.data._id]);
});

test('a band that is not there cannot be deleted, nor one twice', async () => {
  const { data } = await add(1, 2, 50);
  expect((await remove(data._id)).status).toBe(200);
  for (const id of [data._id, 999_999n]) {
    const reply = await remove(id);
    expect([reply.status, reply.message]).toEqual([404, 'Multiplier not found.']);
  }
});

test.each([
  ['min', 0.99, 2, 10, 'Enter a multiplier from 1 to 1,000,000 with at most two decimals.'],
  ['min', 1.005, 2, 10, 'Enter a multiplier from 1 to 1,000,000 with at most two decimals.'],
  ['max', 2, 2, 10, 'The end of a band must be greater than its start.'],
  ['max', 2, 1.5, 10, 'The end of a band must be greater than its start.'],
  ['max', 2, 1_000_000.01, 10, 'Enter a multiplier from 1 to 1,000,000 with at most two decimals.'],
  ['probability', 1, 2, 0, 'Enter a percentage above 0 and up to 100 with at most four decimals.'],
  [
    ...(['probability', 1, 2, 100.0001] as const),
    'Enter a percentage above 0 and up to 100 with at most four decimals.',
  ],
])(
  'a band with a wrong %s is refused: %s to %s at %s',
  async (...[field, min, max, share, text]) => {
    const before = await table();
    const reply = await add(min, max, share);
    expect([reply.status, reply.errors]).toEqual([400, { [field]: text }]);
    expect(await table()).toEqual(before);
  },
);

test('bands may touch, but not overlap', async () => {
  await add(2, 5, 10);
  expect((await add(1, 2, 10)).status).toBe(201);
  expect((await add(5, 9, 5)).status).toBe(201);
  const inside = await add(3, 4, 1);
  expect(inside.errors).toEqual({
    min: 'The band from 2.00× to 5.00× overlaps the band from 3.00× to 4.00×.',
  });
  const across = await add(8.99, 20, 1);
  expect(across.errors).toEqual({
    min: 'The band from 5.00× to 9.00× overlaps the band from 8.99× to 20.00×.',
  });
  expect((await add(2, 5, 10)).status).toBe(400);
});

test('all bands together have at most 100 %', async () => {
  await add(1, 1.01, 60);
  const reply = await add(1.01, 1.02, 41);
  expect(reply.errors).toEqual({ probability: 'All bands together have 101 %, above 100 %.' });
});

test('no target returns more than the limit, and the refusal names the edge and the return', async () => {
  const high = await add(3, 4, 33.5);
  expect([high.status, high.message]).toEqual([
    400,
    'At 3.00× a player would get back 100.50 %, above the limit of 99 %.',
  ]);
  expect(high.errors).toEqual({ probability: high.message });
  const fitting = [await add(1, 2, 50), await add(2, 5, 30), await add(5, 10, 15)];
  expect(fitting.map(({ status }) => status)).toEqual([201, 201, 201]);
  // Alone this band is harmless; with the others the lowest edge returns too much.
  const last = await add(10, 50, 5);
  expect(last.message).toBe('At 1.00× a player would get back 100.00 %, above the limit of 99 %.');
  expect((await add(10, 50, 4.0001)).message).toBe(
    'At 1.00× a player would get back 99.0001 %, above the limit of 99 %.',
  );
  expect((await add(10, 50, 4)).status).toBe(201);
});

test('the table tells its version, its hash and the limit', async () => {
  const before = await table();
  expect(before.hash).toBe(createHash('sha256').update('default:970000').digest('hex'));
  await add(1, 2, 50);
  const after = await app.call(multipliers.table, { token: root.token });
  expect(after.data.version).toBe(before.version + 1n);
  expect(after.data.hash).toBe(createHash('sha256').update('100-200:500000').digest('hex'));
  expect(after.body.data).toMatchObject({ rtpLimit: 99 });
  await add(1, 2, 50);
  expect((await table()).version).toBe(after.data.version);
});

test('a round keeps the table it was opened with, and the next has the new one', async () => {
  const detailsOf = async (id: bigint) =>
    (await app.call(rounds.get, { token: root.token, params: { id } })).data;
  const byDefault = await server.open();
  const { data } = await add(2, 3, 30);
  const banded = await server.open();
  await remove(data._id);
  const after = await server.open();
  const [one, two, three] = [
    await detailsOf(byDefault),
    await detailsOf(banded),
    await detailsOf(after),
  ];
  expect([one.bands, three.bands]).toEqual([[], []]);
  expect(two.bands).toEqual([{ min: 200, max: 300, probability: 300_000 }]);
  expect([two.tableVersion, three.tableVersion]).toEqual([
    one.tableVersion + 1n,
    one.tableVersion + 2n,
  ]);
  expect(three.tableHash).toBe(one.tableHash);
});

test('rounds crash inside the bands, or at 1.00 for what is missing to 100 %', async () => {
  expect([(await add(3, 4, 20)).status, (await add(5, 5.01, 12)).status]).toEqual([201, 201]);
  const points: number[] = [];
  for (let index = 0; index < 40; index++) {
    const round = await server.open();
    await server.call(game.voidRound, { round });
    const { data } = await app.call(rounds.verify, { params: { id: round } });
    expect([data.isSeedRight, data.isTableRight]).toEqual([true, true]);
    points.push(data.drawn);
  }
  const isPossible = (point: number) =>
    point === 100 || (point >= 300 && point < 400) || point === 500;
  expect(points.filter((point) => !isPossible(point))).toEqual([]);
  // That either kind never comes in 40 rounds happens once in five million runs.
  expect(new Set(points.map((point) => point === 100)).size).toBe(2);
});

test('of many who add the same band at once one succeeds', async () => {
  // With their connections open the eight meet inside the database.
  await Promise.all(Array.from({ length: 8 }, list));
  const replies = await Promise.all(Array.from({ length: 8 }, () => add(1, 2, 50)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
  expect(await list()).toHaveLength(1);
});

test('every version stays, with who made it', async () => {
  const { version } = await table();
  const { data } = await add(1, 2, 50);
  await remove(data._id);
  const kept = await app.db
    .selectFrom('multiplier_tables')
    .select(['actor_id', 'bands'])
    .where('id', '>', version)
    .orderBy('id')
    .execute();
  expect(kept).toEqual([
    {
      actor_id: root.id,
      bands: [expect.objectContaining({ minHundredths: 100, maxHundredths: 200 })],
    },
    { actor_id: root.id, bands: [] },
  ]);
  const [added, removed] = await app.db
    .selectFrom('audit_events')
    .select(['action', 'before', 'after'])
    .where('target_kind', '=', 'multiplier')
    .where('target_id', '=', data._id)
    .orderBy('id')
    .execute();
  expect(added).toMatchObject({ action: 'multipliers.add', before: { bands: [] } });
  expect(removed).toMatchObject({ action: 'multipliers.remove', after: { bands: [] } });
});

test('an ADMIN neither sees nor changes the table', async () => {
  const { token } = await makeAdmin(app, root);
  const { data } = await add(1, 2, 50);
  const replies = [
    await app.call(multipliers.list, { token }),
    await app.call(multipliers.table, { token }),
    await app.call(multipliers.add, { token, raw: { min: 2, max: 3, probability: 1 } }),
    await app.call(multipliers.remove, { token, params: { id: data._id } }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect(await list()).toHaveLength(1);
});
