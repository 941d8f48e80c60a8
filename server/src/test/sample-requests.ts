import { randomBytes } from 'node:crypto';
import { password, type TestPerson } from './people.ts';

export interface SampleRequest {
  params: Record<string, string>;
  raw: Record<string, unknown>;
}

type Sample = (target: TestPerson, actor: TestPerson) => Partial<SampleRequest>;

/**
 * For every call a request that is right in itself: `target` is a client of `actor` with money.
 * The suites that walk the contract send them, so a new call without one fails those suites.
 */
const samples: Record<string, Sample> = {
  'health.alive': () => ({}),
  'health.ready': () => ({}),
  'auth.login': (_target, actor) => ({ raw: { username: actor.username, password } }),
  'auth.logout': () => ({}),
  'users.list': (target) => ({ raw: { draw: 1, userId: String(target.id) } }),
  'users.add': () => ({ raw: newUser() }),
  'users.update': (target) => ({ ...byPath(target), raw: { name: 'Another name' } }),
  'users.remove': byPath,
  'users.listDeleted': () => ({}),
  'users.restore': byPath,
  'users.changePasswordByParent': (target) => ({
    raw: { userId: String(target.id), parentPassword: password, newPassword: 'Another-horse-2' },
  }),
  'users.changePasswordByUser': () => ({
    raw: { currentPassword: password, newPassword: password },
  }),
  'users.profile': (target) => ({ raw: { userId: String(target.id) } }),
  'users.balance': () => ({}),
  'transactions.deposit': (target) => ({
    ...byPath(target),
    raw: { userId: String(target.id), amount: 2.5, remarks: 'sample' },
  }),
  'transactions.withdraw': (target) => ({ ...byPath(target), raw: { amount: '1.25' } }),
  'transactions.listStatement': (target) => ({ raw: { draw: 1, userId: String(target.id) } }),
  'reports.stats': () => ({}),
  'maintenance.get': () => ({}),
  'maintenance.set': () => ({ raw: { isMaintenance: true } }),
};

/** Calls whose target must be a deleted client to succeed. */
export const wantsDeleted = new Set(['users.restore']);

export function sampleRequest(name: string, target: TestPerson, actor: TestPerson): SampleRequest {
  const sample = samples[name];
  if (!sample) throw new Error(`${name} has no sample request: add one to sample-requests.ts.`);
  return { params: {}, raw: {}, ...sample(target, actor) };
}

/** Every field that a new client may be given, so that a role or a currency is among them. */
export function newUser(): Record<string, unknown> {
  const username = `n${randomBytes(5).toString('hex')}`;
  return { username, name: 'Newcomer', password, role: 'USER', status: 'active', currency: 'USD' };
}

function byPath(target: TestPerson): Partial<SampleRequest> {
  return { params: { id: String(target.id) } };
}
