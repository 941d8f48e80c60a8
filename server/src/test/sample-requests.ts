import { randomBytes } from 'node:crypto';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { openTestSession, type TestPerson } from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { inTransaction } from '../db/transaction.ts';
import { account, makeRequest, makeRoom, operatorOf } from './cashier.ts';
import { gameSamples } from './game-samples.ts';
import { makeOwn, ownSamples } from './own-resources.ts';
import { makeEvent, makePicture } from './pictures.ts';
import { byPath, objectOf, type Sample, type SampleRequest, type Scene } from './sample.ts';
import { dropFactor, giveFactor } from './second-factor.ts';
import type { TestApp } from './test-app.ts';

const nothing: Sample = () => ({});
const byTarget: Sample = (_app, { target }) => byPath(target.id);

/**
 * For every call a request that is right in itself, with the object that it is about already made.
 * The suites that walk the contract send them, so a new call without one fails those suites.
 */
const samples: Record<string, Sample> = {
  'health.alive': nothing,
  'health.ready': nothing,
  'auth.login': async (app, { actor }) => {
    await dropFactor(app, actor);
    return { raw: { username: actor.username, password } };
  },
  'auth.logout': nothing,
  'auth.stepUp': () => ({ raw: { password } }),
  'second-factor.get': nothing,
  'second-factor.begin': async (app, { actor }) => {
    await dropFactor(app, actor);
    return {};
  },
  'second-factor.confirm': async (app, { actor }) => ({
    raw: { code: (await giveFactor(app, actor, 'pending')).code() },
  }),
  'second-factor.renewCodes': async (app, { actor }) => {
    await giveFactor(app, actor);
    return {};
  },
  'second-factor.off': async (app, { actor }) => ({
    raw: { password, code: (await giveFactor(app, actor)).code() },
  }),
  'second-factor.reset': async (app, { target }) => {
    if (target.username !== 'nobody') await giveFactor(app, target);
    return { raw: { userId: String(target.id), reason: 'Lost the phone' } };
  },
  'security.get': nothing,
  'security.set': () => ({ raw: { isStepUpForOperators: false } }),
  'sessions.list': nothing,
  'sessions.end': async (app, { actor, owner = actor }) => byPath(await sessionOf(app, owner)),
  'sessions.endOthers': nothing,
  'calls.outcome': () => ({ raw: { key: randomBytes(8).toString('hex') } }),
  'history.user': byTarget,
  'history.cashRequest': async (app, { target, owner = target }) =>
    byPath(await objectOf(owner, () => requestOf(app, owner))),
  'activity.list': () => ({ raw: { draw: 1 } }),
  'activity.seal': nothing,
  'find.all': (_app, { target }) => ({ raw: { q: target.username } }),
  'users.list': (_app, { target }) => ({ raw: { draw: 1, userId: String(target.id) } }),
  'users.add': () => ({ raw: newUser() }),
  'users.update': (_app, { target }) => ({ ...byPath(target.id), raw: { name: 'Another name' } }),
  'users.remove': byTarget,
  'users.listDeleted': nothing,
  'users.restore': byTarget,
  'users.changePasswordByParent': (_app, { target }) => ({
    raw: { userId: String(target.id), parentPassword: password, newPassword: 'Another-horse-2' },
  }),
  'users.changePasswordByUser': () => ({
    raw: { currentPassword: password, newPassword: password },
  }),
  'users.profile': (_app, { target }) => ({ raw: { userId: String(target.id) } }),
  'users.balance': nothing,
  'clients.get': byTarget,
  'clients.balanceHistory': (_app, { target }) => ({
    ...byPath(target.id),
    raw: { from: '2026-01-01T00:00:00Z' },
  }),
  'clients.balanceAt': (_app, { target }) => ({
    ...byPath(target.id),
    raw: { at: '2026-01-01T00:00:00Z' },
  }),
  'clients.sessions': byTarget,
  'clients.notes': byTarget,
  'clients.addNote': (_app, { target }) => ({ ...byPath(target.id), raw: { text: 'Called back' } }),
  'clients.setStatus': (_app, { target }) => ({
    ...byPath(target.id),
    raw: { status: 'locked', reason: 'Sample' },
  }),
  'transactions.deposit': (_app, { target }) => ({
    ...byPath(target.id),
    raw: { userId: String(target.id), amount: 2.5, remarks: 'sample' },
  }),
  'transactions.withdraw': (_app, { target }) => ({
    ...byPath(target.id),
    raw: { amount: '1.25' },
  }),
  'transactions.listStatement': (_app, { target }) => ({
    raw: { draw: 1, userId: String(target.id) },
  }),
  'reports.stats': nothing,
  'live.now': nothing,
  'notifications.list': nothing,
  'notifications.read': () => ({ raw: { upTo: '1' } }),
  'notifications.settings': nothing,
  'notifications.set': () => ({
    raw: { hasSound: true, bigWins: [{ currency: 'USD', limit: 100 }] },
  }),
  'maintenance.get': nothing,
  'maintenance.set': () => ({ raw: { isMaintenance: false } }),
  'cash-requests.list': (_app, { target }) => ({ raw: { draw: 1, userId: String(target.id) } }),
  'cash-requests.resolve': async (app, { target, owner = target }) => ({
    raw: { reqId: String(await objectOf(owner, () => makeRequest(app, owner))), status: 'success' },
  }),
  'events.list': nothing,
  'events.add': async () => ({
    raw: { ...newEvent(), sequence: '3', isMaintenance: 'false' },
    files: { icon: await makePicture(), image: await makePicture('webp') },
  }),
  'events.update': async (app, { owner }) => ({
    ...byPath(owner ? owner.id : await makeEvent(app, newEvent())),
    raw: { eventName: 'Another event', isActive: 'true' },
    files: { icon: await makePicture('png', 77) },
  }),
  'player.login': (_app, { target }) => ({ raw: { username: target.username, password } }),
  'player.logout': nothing,
  'player.changePassword': () => ({
    raw: { currentPassword: password, newPassword: password },
  }),
  'player.sessions': nothing,
  'player.endSession': async (app, { target, owner = target }) =>
    byPath(await sessionOf(app, owner)),
  'player.endOtherSessions': nothing,
  'player.me': nothing,
  'player.banks': nothing,
  'player.support': nothing,
  'player.events': nothing,
  'player.listRequests': () => ({ raw: { limit: '50' } }),
  'player.requestDeposit': async (app, { target }) => {
    await inTransaction(app.db, (tx) => makeRoom(tx, target.id));
    return {
      raw: {
        amount: '2.50',
        bankId: String(await makeOwn(app, 'bank', await operatorOf(app, target))),
      },
      files: { receipt: await makePicture() },
    };
  },
  'player.requestWithdraw': async (app, { target }) => {
    await inTransaction(app.db, (tx) => makeRoom(tx, target.id));
    return { raw: { amount: 1.25, bank: account } };
  },
  'player.cancelRequest': async (app, { target, owner = target }) =>
    byPath(await objectOf(owner, () => makeRequest(app, owner))),
  ...gameSamples,
  ...ownSamples,
};

/** What was filed before, so that looking adds nothing; else a new one. */
async function requestOf(app: TestApp, owner: TestPerson): Promise<bigint> {
  const filed = app.db.selectFrom('cash_requests').select('id').where('user_id', '=', owner.id);
  return (await filed.executeTakeFirst())?.id ?? makeRequest(app, owner);
}

/** A session of its owner besides those that are in use. */
async function sessionOf(app: TestApp, owner: TestPerson): Promise<bigint> {
  return objectOf(owner, async () => {
    await openTestSession(app, owner.id);
    const newest = app.db.selectFrom('sessions').select('id').where('user_id', '=', owner.id);
    return (await newest.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id;
  });
}

/** Calls whose target must be a deleted client to succeed. */
export const wantsDeleted = new Set(['users.restore']);

export async function sampleRequest(
  app: TestApp,
  name: string,
  scene: Scene,
): Promise<SampleRequest> {
  const sample = samples[name];
  if (!sample) throw new Error(`${name} has no sample request: add one to sample-requests.ts.`);
  return { params: {}, raw: {}, files: {}, headers: {}, ...(await sample(app, scene)) };
}

/** Whether the call is one of a player app, made by a client. */
export function isPlayers({ name }: Endpoint): boolean {
  return name.startsWith('player.');
}

/** Every field that a new client may be given, so that a role or a currency is among them. */
export function newUser(): Record<string, unknown> {
  const username = `n${randomBytes(5).toString('hex')}`;
  return { username, name: 'Newcomer', password, role: 'USER', status: 'active', currency: 'USD' };
}

function newEvent() {
  const eventId = `e${randomBytes(5).toString('hex')}`;
  return { eventId, eventName: 'Sample cup', link: 'https://play.example.com/cup' };
}
