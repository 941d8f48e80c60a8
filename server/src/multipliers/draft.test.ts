import { multipliers } from '@pitboss/contract/multipliers';
import { rounds } from '@pitboss/contract/rounds';
import { makeAdmin } from '@pitboss/testkit/people';
import { beforeEach, expect, test } from 'vitest';
import { fourBands, platformWithDraft } from '../test/bands.ts';

const { app, root, server, bands } = await platformWithDraft();

/** Every test begins with an empty draft. */
beforeEach(() => bands.draft([]));

test('bands are added, listed upwards and deleted', async () => {
  const high = await bands.add(2, 5, 30);
  expect([high.status, high.message]).toEqual([201, 'Multiplier added.']);
  expect(high.body.data).toEqual({ _id: String(high.data._id), min: 2, max: 5, probability: 30 });
  const low = await bands.add('1.00', '2', '50.0001');
  const listed = await app.call(multipliers.list, { token: root.token });
  expect(listed.body.data).toEqual([
    { _id: String(low.data._id), min: 1, max: 2, probability: 50.0001 },
    { _id: String(high.data._id), min: 2, max: 5, probability: 30 },
  ]);
  const gone = await bands.remove(high.data._id);
  expect([gone.status, gone.message]).toEqual([200, 'Multiplier deleted.']);
  expect((await bands.list()).map((band) => band._id)).toEqual([low.data._id]);
});

test('a band that is not there cannot be deleted, nor one twice', async () => {
  const { data } = await bands.add(1, 2, 50);
  expect((await bands.remove(data._id)).status).toBe(200);
  for (const id of [data._id, 999_999n]) {
    const reply = await bands.remove(id);
    expect([reply.status, reply.message]).toEqual([404, 'Multiplier not found.']);
  }
});

test.each([
  ['min', 0.99, 2, 10, 'Enter a multiplier from 1 to 1,000,000 with at most two decimals.'],
  ['min', 1.005, 2, 10, 'Enter a multiplier from 1 to 1,000,000 with at most two decimals.'],
  ['min', '1,5', 2, 10, 'Enter a multiplier from 1 to 1,000,000 with at most two decimals.'],
  ['max', 2, 2, 10, 'The end of a band must be greater than its start.'],
  ['max', 2, 1.5, 10, 'The end of a band must be greater than its start.'],
  ['max', 2, 1_000_000.01, 10, 'Enter a multiplier from 1 to 1,000,000 with at most two decimals.'],
  ['probability', 1, 2, 0, 'Enter a percentage above 0 and up to 100 with at most four decimals.'],
  [
    'probability',
    1,
    2,
    100.0001,
    'Enter a percentage above 0 and up to 100 with at most four decimals.',
  ],
])(
  'a band with a wrong %s is refused: %s to %s at %s',
  async (...[field, min, max, share, text]) => {
    const before = await bands.table();
    const reply = await bands.add(min, max, share);
    expect([reply.status, reply.errors]).toEqual([400, { [field]: text }]);
    expect(await bands.table()).toEqual(before);
  },
);

test('bands may touch, but not overlap', async () => {
  await bands.add(2, 5, 10);
  expect((await bands.add(1, 2, 10)).status).toBe(201);
  expect((await bands.add(5, 9, 5)).status).toBe(201);
  const inside = await bands.add(3, 4, 1);
  expect(inside.errors).toEqual({
    min: 'The band from 2.00× to 5.00× overlaps the band from 3.00× to 4.00×.',
  });
  const across = await bands.add(8.99, 20, 1);
  expect(across.errors).toEqual({
    min: 'The band from 5.00× to 9.00× overlaps the band from 8.99× to 20.00×.',
  });
  expect((await bands.add(2, 5, 10)).status).toBe(400);
});

test('all bands together have at most 100 %', async () => {
  await bands.add(1, 1.01, 60);
  const reply = await bands.add(1.01, 1.02, 41);
  expect(reply.errors).toEqual({ probability: 'All bands together have 101 %, above 100 %.' });
});

test('a draft may return too much or too little while it is edited, and no round sees it', async () => {
  const { inPlay } = await bands.table();
  expect((await bands.add(3, 4, 33.5)).status).toBe(201);
  expect((await bands.add(1, 1.01, 0.0001)).status).toBe(201);
  const id = await server.open();
  const { data } = await app.call(rounds.get, { token: root.token, params: { id } });
  expect(data).toMatchObject({ tableVersion: inPlay.version, tableHash: inPlay.hash, bands: [] });
  const { firstRound, ...rest } = (await bands.table()).inPlay;
  expect(rest).toEqual({ ...inPlay, firstRound: undefined });
  expect(firstRound).not.toBeNull();
});

test('the draft tells who changed it last, and another hash for other bands', async () => {
  const { draft: before } = await bands.table();
  expect(before.hash).toBe((await bands.table()).inPlay.hash);
  await bands.draft(fourBands);
  const { draft: after } = await bands.table();
  expect(after.changedBy).toBe(root.username);
  expect(after.changedAt.getTime()).toBeGreaterThan(before.changedAt.getTime());
  expect(after.hash).not.toBe(before.hash);
});

test('of many who add the same band at the same time one succeeds', async () => {
  // With their connections open the eight meet inside the database.
  await Promise.all(Array.from({ length: 8 }, bands.list));
  const replies = await Promise.all(Array.from({ length: 8 }, () => bands.add(1, 2, 50)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
  expect(await bands.list()).toHaveLength(1);
});

test('every edit is on record, with the draft before and after', async () => {
  const { data } = await bands.add(1, 2, 50);
  await bands.remove(data._id);
  const [added, removed] = await app.db
    .selectFrom('audit_events')
    .select(['actor_name', 'action', 'before', 'after'])
    .where('target_kind', '=', 'multiplier')
    .where('target_id', '=', data._id)
    .orderBy('id')
    .execute();
  const band = expect.objectContaining({ minHundredths: 100, maxHundredths: 200 });
  expect(added).toEqual({
    actor_name: root.username,
    action: 'multipliers.add',
    before: { bands: [] },
    after: { bands: [band] },
  });
  expect(removed).toMatchObject({ action: 'multipliers.remove', after: { bands: [] } });
});

test('an ADMIN neither sees nor changes anything of the table', async () => {
  const { token } = await makeAdmin(app, root);
  const { data } = await bands.add(1, 2, 50);
  const replies = [
    await app.call(multipliers.list, { token }),
    await app.call(multipliers.table, { token }),
    await app.call(multipliers.versions, { token }),
    await app.call(multipliers.add, { token, raw: { min: 2, max: 3, probability: 1 } }),
    await app.call(multipliers.remove, { token, params: { id: data._id } }),
    await app.call(multipliers.publish, { token, raw: { reason: 'Mine' } }),
    await app.call(multipliers.takeVersion, { token, params: { id: 1n } }),
  ];
  expect(replies.map(({ status }) => status)).toEqual(Array(7).fill(403));
  expect(await bands.list()).toHaveLength(1);
});
