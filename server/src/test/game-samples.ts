import type { TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { inTransaction } from '../db/transaction.ts';
import { toJson } from '../kernel/json.ts';
import { addBand } from '../multipliers/draft.ts';
import { actAs } from '../users/act-as.ts';
import { makeFlyingBet, openFlight } from './flights.ts';
import { makeGame, newRef, type TestGame } from './game.ts';
import { byPath, objectOf, type Sample, type SampleRequest, type Scene } from './sample.ts';
import type { TestApp } from './test-app.ts';

const nothing: Sample = () => ({});
const day = { from: '2026-11-14T00:00:00Z', to: '2026-11-15T00:00:00Z' };

/** The requests of everything that has to do with play; see sample-requests.ts. */
export const gameSamples: Record<string, Sample> = {
  'rounds.list': () => ({ raw: { draw: 1 } }),
  'rounds.get': async (app, { owner }) => byPath(owner ? owner.id : await makeEndedRound(app)),
  'rounds.verify': async (app, { owner }) => byPath(owner ? owner.id : await makeEndedRound(app)),
  'rounds.settle': async (app, { owner }) => ({
    raw: { roundId: String(owner ? owner.id : await makeEndedRound(app)) },
  }),
  'rounds.voidLeft': async (app, { owner }) => ({
    raw: { roundId: String(owner ? owner.id : await makeEndedRound(app)), reason: 'Sample' },
  }),
  'bets.list': (_app, { target }) => ({ raw: { draw: 1, userId: String(target.id) } }),
  'bets.listOfUser': (_app, { target }) => ({
    raw: { draw: 1, type: 'settled', userId: String(target.id) },
  }),
  'bets.listOfRound': async (app, { owner }) => ({
    raw: { draw: 1, roundId: String(owner ? owner.id : await makeEndedRound(app)) },
  }),
  'bets.get': async (app, { target, owner = target }) =>
    byPath(await objectOf(owner, () => betOf(app, owner))),
  'reports.roundPl': () => ({ raw: { draw: 1 } }),
  'reports.byClient': (_app, { target }) => ({ raw: { draw: 1, userId: String(target.id) } }),
  'reports.byOperator': (_app, { target }) => ({ raw: { userId: String(target.id), ...day } }),
  'reports.byVersion': () => ({ raw: day }),
  'dashboard.play': (_app, { target }) => ({ raw: { userId: String(target.id), spans: [day] } }),
  'dashboard.toDo': nothing,
  'dashboard.who': () => ({ raw: day }),
  'multipliers.list': nothing,
  'multipliers.table': nothing,
  'multipliers.add': () => ({ raw: newBand() }),
  'multipliers.remove': async (app, { owner }) => byPath(owner ? owner.id : await makeBand(app)),
  'multipliers.publish': async (app) => {
    await draftTable(app);
    return { raw: { reason: 'Sample' } };
  },
  'multipliers.versions': () => ({ raw: { before: '3' } }),
  'multipliers.takeVersion': (_app, { owner }) => byPath(owner ? owner.id : 1n),
  'player.round': nothing,
  'player.placeBet': async (app) => {
    await openFlight(app, 200);
    return { raw: { stake: 1.25, autoCashout: '1.50' } };
  },
  'player.cashOut': async (app, { target, owner = target }) =>
    byPath(await objectOf(owner, () => makeFlyingBet(app, owner))),
  'player.listBets': () => ({ raw: { limit: '50' } }),
  'service-keys.list': nothing,
  'service-keys.add': () => ({ raw: { name: 'Sample game' } }),
  'service-keys.remove': async (app, { owner }) => byPath(owner ? owner.id : await makeKey(app)),
  'game.openRound': byGame(async () => ({ raw: { ref: newRef() } })),
  'game.placeBets': byGame(async (server, { target }) => ({
    ...byRound(await server.open()),
    raw: { bets: [sampleBet(target), { ...sampleBet(target), autoCashout: 1.5 }] },
  })),
  'game.startRound': byGame(async (server) => byRound(await server.open())),
  'game.cashOut': byGame(async (server, { target }) => ({
    ...byRound(await flyingRound(server, target)),
    raw: { cashouts: [{ ref: 'sample', multiplier: 1.5 }] },
  })),
  'game.crashRound': byGame(async (server, { target }) => ({
    ...byRound(await flyingRound(server, target)),
    raw: { multiplier: '2.50', settle: true },
  })),
  'game.voidRound': byGame(async (server) => byRound(await server.open())),
};

/** The request of a game server that has just got its key. */
function byGame(
  prepare: (server: TestGame, scene: Scene) => Promise<Partial<SampleRequest>>,
): Sample {
  return async (app, scene) => {
    const server = await makeGame(app, { username: 'root' });
    return { headers: { 'x-service-key': server.key }, ...(await prepare(server, scene)) };
  };
}

function byRound(round: bigint): Partial<SampleRequest> {
  return { params: { round: String(round) } };
}

function sampleBet(target: TestPerson) {
  return { ref: newRef(), userId: String(target.id), stake: 1.25 };
}

async function flyingRound(server: TestGame, target: TestPerson): Promise<bigint> {
  const round = await server.open();
  await server.place(round, [{ ref: 'sample', userId: target.id, stake: 100n }]);
  await server.start(round);
  return round;
}

async function makeEndedRound(app: TestApp): Promise<bigint> {
  const server = await makeGame(app, { username: 'root' });
  const round = await server.open();
  await server.start(round);
  await server.crash(round, 200);
  return round;
}

/** What was played before, so that looking adds nothing; else a new one. */
async function betOf(app: TestApp, owner: TestPerson): Promise<bigint> {
  const played = app.db.selectFrom('bets').select('id').where('user_id', '=', owner.id);
  return (await played.executeTakeFirst())?.id ?? makeFlyingBet(app, owner);
}

let bandSerial = 0;

/** A draft like none before that may be published. */
async function draftTable(app: TestApp): Promise<void> {
  const maxHundredths = 200 + bandSerial++;
  const band = { minHundredths: 100, maxHundredths, probabilityMillionths: 980_000 };
  const bands = toJson([{ id: 0, ...band }]);
  await sql`update multiplier_draft set bands = ${bands}::jsonb`.execute(app.db);
}

/** A band that stands beside any number of others like it. */
function newBand() {
  const min = 1_000 + bandSerial++;
  return { min, max: min + 0.5, probability: '0.0001' };
}

async function makeBand(app: TestApp): Promise<bigint> {
  const actor = await actAs(app.db, 'root');
  const { min, max } = newBand();
  const wanted = { min: min * 100, max: max * 100, probability: 1 };
  const { band } = await inTransaction(app.db, (tx) => addBand(tx, actor, wanted));
  return band._id;
}

async function makeKey(app: TestApp): Promise<bigint> {
  await makeGame(app, { username: 'root' });
  const newest = app.db.selectFrom('service_keys').select((is) => is.fn.max('id').as('id'));
  return (await newest.executeTakeFirstOrThrow()).id ?? 0n;
}
