import { game } from '@pitboss/contract/game';
import { rounds } from '@pitboss/contract/rounds';
import { launchNode } from '@pitboss/testkit/node-process';
import { expect, test } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { auditRounds } from '../rounds/audit-rounds.ts';
import { openRound } from '../rounds/open-round.ts';
import { bandsOf, fourBands, platformWithDraft } from '../test/bands.ts';
import { newRef } from '../test/game.ts';
import { usualRules } from '../test/odds.ts';
import { otherNode } from '../test/test-app.ts';
import { followLimit } from './publish-draft.ts';

const { app, root, server, bands } = await platformWithDraft();

async function voidedRound(): Promise<bigint> {
  const round = await server.open();
  await server.call(game.voidRound, { round });
  return round;
}

test('versions tell who published them and why, and how many rounds they had', async () => {
  const [one, two] = [await voidedRound(), await voidedRound()];
  await bands.draft(fourBands);
  const { version } = (await bands.publish({ reason: 'Four bands' })).data;
  const [newest, first] = await bands.versions();
  expect(newest).toMatchObject({
    version,
    author: root.username,
    reason: 'Four bands',
    rounds: 0,
    firstRound: null,
    isInPlay: true,
    builtIn: null,
  });
  expect(newest?.bands).toHaveLength(4);
  expect(first).toMatchObject({
    version: 1n,
    author: null,
    reason: null,
    rounds: 2,
    firstRound: one,
    isInPlay: false,
    bands: [],
    builtIn: 970_000,
  });
  const three = await voidedRound();
  expect((await bands.versions())[0]).toMatchObject({ rounds: 1, firstRound: three });
  expect(two).toBe(one + 1n);
});

test('older versions follow by the number of the last one that was seen', async () => {
  const all = await bands.versions();
  const older = await bands.versions({ before: String(all[0]?.version) });
  expect(older).toEqual(all.slice(1));
});

test('a version is taken into the draft, and no round sees it until it is published', async () => {
  await bands.draft([[1, 2, 98]]);
  const { version } = (await bands.publish({ reason: 'One band' })).data;
  const reply = await bands.take(version - 1n);
  expect([reply.status, reply.message]).toEqual([
    200,
    `The draft is a copy of version ${version - 1n}.`,
  ]);
  expect(await bands.list()).toHaveLength(4);
  expect((await bands.table()).inPlay.version).toBe(version);
  expect((await bands.publish({ reason: 'Back' })).data.version).toBe(version + 1n);
  expect((await bands.versions())[0]?.hash).toBe((await bands.versions())[2]?.hash);
  const unknown = await bands.take(999_999n);
  expect([unknown.status, unknown.message]).toEqual([404, 'Version not found.']);
});

/** A node with a limit of its own on the same database. */
async function nodeUnder(limitMillionths: number) {
  const rtp = { ...usualRules, limitMillionths };
  const node = await otherNode(app, { rtp });
  return { node, rtp, openAt: (ref: string) => node.call(game.openRound, gameCall(ref)) };
}

const gameCall = (ref: string) => ({ body: { ref }, headers: { 'x-service-key': server.key } });

test('no round is drawn from a version that breaks the settings of the node, which says so', async () => {
  await bands.draft(fourBands);
  await bands.publish();
  const { version } = (await bands.table()).inPlay;
  const { node, rtp, openAt } = await nodeUnder(900_000);
  try {
    const refused = await openAt(newRef());
    expect([refused.status, refused.message]).toEqual([
      503,
      expect.stringMatching(
        new RegExp(
          `^No round is drawn from version ${version} of the multiplier table: Whoever always ` +
            'leaves at 1.01× gets back 97\\.98 %.* Publish another version, or change ' +
            'RTP_LIMIT_PERCENT or RTP_FLOOR_PERCENT\\.$',
        ),
      ),
    ]);
    const theirs = bandsOf(node, root);
    const table = await theirs.table();
    expect([table.rtpLimit, table.builtIn]).toEqual([900_000, 900_000]);
    expect(table.problems[0]).toContain('at least 10 % for rounds that end at 1.00×');
    // What has bands is SUPER's to change.
    expect(await followLimit(node.db, rtp)).toBeUndefined();
    await theirs.draft([]);
    expect((await theirs.publish({ reason: 'Within the limit' })).status).toBe(200);
    expect((await theirs.table()).problems).toEqual([]);
    expect((await openAt(newRef())).status).toBe(201);
  } finally {
    await node.close();
  }
});

test('the built-in table follows the limit, and its rounds are drawn again by the return of then', async () => {
  await bands.draft([]);
  await bands.publish();
  const byUsual = await voidedRound();
  const { node, rtp, openAt } = await nodeUnder(850_000);
  let byLower = 0n;
  try {
    expect((await openAt(newRef())).status).toBe(503);
    const version = await followLimit(node.db, rtp);
    expect(version).toBe((await bands.table()).inPlay.version);
    expect(await followLimit(node.db, rtp)).toBeUndefined();
    expect((await bands.versions())[0]).toMatchObject({
      author: null,
      reason: 'The built-in table follows RTP_LIMIT_PERCENT.',
      bands: [],
      builtIn: 850_000,
    });
    byLower = (await openAt(newRef())).data.round;
    await server.call(game.voidRound, { round: byLower });
  } finally {
    await node.close();
  }
  // A node that allows more draws from it too, and goes back when it is started anew.
  const between = await inTransaction(app.db, (tx) => openRound(tx, engineTerms, usualRules));
  expect(between.builtInMillionths).toBe(850_000);
  await followLimit(app.db, usualRules);
  const byUsualAgain = await voidedRound();
  for (const [id, builtIn] of [
    [byUsual, 970_000],
    [byLower, 850_000],
    [byUsualAgain, 970_000],
  ] as const) {
    const { data } = await app.call(rounds.verify, { params: { id } });
    expect(data).toMatchObject({ isSeedRight: true, isTableRight: true, bands: [], builtIn });
  }
  expect(await auditRounds(app.db)).toEqual([]);
});

const engineTerms = { source: 'engine', bettingMs: 1_000, doublingMs: 1_000 } as const;

test('a node that starts over a table that its settings forbid says so and serves', async () => {
  await bands.draft(fourBands);
  await bands.publish();
  const settings = { RTP_LIMIT_PERCENT: '80', LOG_LEVEL: 'error' };
  const node = await launchNode(app.url, { ...settings, SUPER_USERNAME: root.username });
  try {
    await node.untilReady();
    expect(node.output()).toContain('No round is drawn from version');
    expect(node.output()).toContain('RTP_LIMIT_PERCENT');
  } finally {
    expect(await node.end('SIGTERM')).toBe(0);
  }
});
