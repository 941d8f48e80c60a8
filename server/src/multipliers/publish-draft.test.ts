import { createHash } from 'node:crypto';
import { game } from '@pitboss/contract/game';
import { rounds } from '@pitboss/contract/rounds';
import { beforeEach, expect, test } from 'vitest';
import { fourBands, platformWithDraft } from '../test/bands.ts';
import { snapshot } from '../test/snapshot.ts';

const { app, root, server, bands } = await platformWithDraft();

/** Every test begins with the built-in table in play and an empty draft. */
beforeEach(async () => {
  await bands.draft([]);
  await bands.publish();
  expect((await bands.table()).inPlay.bands).toEqual([]);
});

const detailsOf = async (id: bigint) =>
  (await app.call(rounds.get, { token: root.token, params: { id } })).data;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('a published draft counts from the round that the answer names, and not before', async () => {
  const { inPlay, nextRound } = await bands.table();
  await bands.draft(fourBands);
  const before = await server.open();
  expect(before).toBe(nextRound);
  const reply = await bands.publish({ reason: 'Four bands' });
  const { version, fromRound } = reply.data;
  expect([reply.status, reply.message]).toEqual([
    200,
    `Version ${version} is published. It counts from round ${fromRound}.`,
  ]);
  expect([version, fromRound]).toEqual([inPlay.version + 1n, before + 1n]);
  const after = await server.open();
  expect(after).toBe(fromRound);
  expect(await detailsOf(before)).toMatchObject({
    tableVersion: inPlay.version,
    tableHash: inPlay.hash,
    bands: [],
    builtIn: 970_000,
  });
  expect(await detailsOf(after)).toMatchObject({
    tableVersion: version,
    builtIn: null,
    tableHash: sha256('100-200:500000;200-500:300000;500-1000:140000;1000-5000:40000'),
    bands: fourBands.map(([min, max, share]) => ({
      min: min * 100,
      max: max * 100,
      probability: share * 10_000,
    })),
  });
  const table = await bands.table();
  expect(table.inPlay).toMatchObject({
    version,
    reason: 'Four bands',
    author: root.username,
    firstRound: fromRound,
  });
  expect([table.inPlay.hash, table.problems]).toEqual([table.draft.hash, []]);
  expect(await bands.list()).toHaveLength(4);
});

test('an empty draft goes back to the built-in table, which is a new version too', async () => {
  await bands.draft(fourBands);
  const banded = (await bands.publish()).data.version;
  await bands.draft([]);
  const { version } = (await bands.publish()).data;
  expect(version).toBe(banded + 1n);
  const id = await server.open();
  const round = await detailsOf(id);
  expect(round).toMatchObject({ tableVersion: version, bands: [], builtIn: 970_000 });
  expect(round.tableHash).toBe(sha256('default:970000'));
});

const refused: { what: string; wanted: [number, number, number][]; words: string }[] = [
  {
    what: 'returns too much',
    wanted: [[1, 3, 100]],
    words:
      'Whoever always leaves at 1.01× gets back 99.50 %. ' +
      'Leave at least 1 % for rounds that end at 1.00×.',
  },
  {
    what: 'returns too much later on',
    wanted: [[3, 4, 33.5]],
    words:
      'Whoever always leaves at 3.00× gets back 100.50 %. ' +
      'Give the bands from 3.00× on at most 33 % together.',
  },
  {
    what: 'has one of its bands so far',
    wanted: [[1, 2, 50]],
    words: 'The best target, 1.01×, gives back 49.50 %. Some target must give back at least 75 %.',
  },
  {
    what: 'lets every round end at 1.00×',
    wanted: [[1, 1.01, 0.0001]],
    words:
      'Every round ends at 1.00×, before anybody can leave. ' +
      'Some target must give back at least 75 %.',
  },
];

test.each(refused)(
  'a draft that $what is not published, and all stays as it was',
  async ({ wanted, words }) => {
    await bands.draft(wanted);
    const before = await snapshot(app.db);
    const reply = await bands.publish();
    expect([reply.status, reply.message]).toEqual([400, words]);
    expect(await snapshot(app.db)).toBe(before);
  },
);

test('what is in play already is not published again', async () => {
  const reply = await bands.publish();
  expect([reply.status, reply.message]).toEqual([
    409,
    'The draft is what is in play: there is nothing to publish.',
  ]);
});

test('whoever has seen another draft does not publish this one', async () => {
  await bands.draft(fourBands);
  const { hash: seen } = (await bands.table()).draft;
  await bands.add(50, 100, 0.5);
  const before = await snapshot(app.db);
  const reply = await bands.publish({ reason: 'As I saw it', draftHash: seen });
  expect([reply.status, reply.message]).toEqual([
    409,
    'The draft has changed meanwhile: look at it again.',
  ]);
  expect(await snapshot(app.db)).toBe(before);
  const { hash } = (await bands.table()).draft;
  expect((await bands.publish({ reason: 'Seen', draftHash: hash })).status).toBe(200);
});

test.each([
  ['reason', {}],
  ['reason', { reason: '' }],
  ['reason', { reason: '   ' }],
  ['reason', { reason: 'x'.repeat(501) }],
  ['draftHash', { reason: 'Why', draftHash: 'ab' }],
])('a wrong %s publishes nothing: %j', async (field, raw) => {
  await bands.draft(fourBands);
  const before = await snapshot(app.db);
  const reply = await bands.publish(raw);
  expect([reply.status, Object.keys(reply.errors)]).toEqual([400, [field]]);
  expect(await snapshot(app.db)).toBe(before);
});

test('sent again under its key, a publishing is answered as before and made once', async () => {
  await bands.draft(fourBands);
  const send = () => bands.publish({ reason: 'Once' }, { 'idempotency-key': 'publish-once' });
  const [one, two] = [await send(), await send()];
  expect(two.body).toEqual(one.body);
  expect((await bands.versions())[0]?.version).toBe(one.data.version);
});

test('of many who publish at the same time one does', async () => {
  await bands.draft(fourBands);
  await Promise.all(Array.from({ length: 8 }, bands.list));
  const replies = await Promise.all(Array.from({ length: 8 }, () => bands.publish()));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
});

test('an edit at the same time is in what was published or comes after it, never lost', async () => {
  await bands.draft(fourBands);
  await Promise.all(Array.from({ length: 8 }, bands.list));
  const [published, added] = await Promise.all([bands.publish(), bands.add(50, 100, 0.5)]);
  expect([published.status, added.status]).toEqual([200, 201]);
  const { inPlay, draft } = await bands.table();
  expect(await bands.list()).toHaveLength(5);
  expect(inPlay.bands.length === 5).toBe(draft.hash === inPlay.hash);
  expect([4, 5]).toContain(inPlay.bands.length);
});

test('rounds that open meanwhile are of the version that their number says', async () => {
  await bands.draft(fourBands);
  await Promise.all(Array.from({ length: 12 }, bands.list));
  const opening = Array.from({ length: 20 }, () => server.open());
  const [{ data }, ...opened] = await Promise.all([bands.publish(), ...opening]);
  for (const id of opened) {
    const { tableVersion } = await detailsOf(id);
    expect([id, tableVersion === data.version]).toEqual([id, id >= data.fromRound]);
  }
});

test('rounds crash inside the bands, or at 1.00 for what is missing to 100 %', async () => {
  await bands.draft([
    [3, 4, 20],
    [5, 5.01, 12],
  ]);
  expect((await bands.publish()).status).toBe(200);
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

test('a publishing is on record with both tables, and so is a refused one', async () => {
  const past = (await bands.table()).inPlay.version;
  await bands.draft([[1, 2, 50]]);
  await bands.publish({ reason: 'Too soon' });
  await bands.draft(fourBands);
  const { version, fromRound } = (await bands.publish({ reason: 'Four bands' })).data;
  const [refused, done] = await app.db
    .selectFrom('audit_events')
    .select(['actor_name', 'outcome', 'message', 'target_kind', 'target_id', 'before', 'after'])
    .where('action', '=', 'multipliers.publish')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
    .then((rows) => rows.reverse());
  expect(refused).toMatchObject({
    outcome: 'refused',
    message: expect.stringContaining('at least 75 %'),
  });
  expect(done).toMatchObject({
    actor_name: root.username,
    outcome: 'done',
    target_kind: 'multiplier-version',
    target_id: version,
    before: { version: String(past), bands: [] },
    after: { version: String(version), fromRound: String(fromRound), reason: 'Four bands' },
  });
});
