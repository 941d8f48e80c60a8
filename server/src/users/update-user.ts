import type { User, UserChanges } from '@pitboss/contract/users';
import { sql } from 'kysely';
import { endSessionsOf } from '../auth/sessions.ts';
import type { Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { fieldRefusal } from '../kernel/refusal.ts';
import { hasHistory, openAccounts } from '../ledger/accounts.ts';
import { assertFreshForOperators } from '../security/security-settings.ts';
import { assertDemoFits, assertLimitsFit, assertMayGiveRole, usernameTaken } from './add-user.ts';
import { getUser } from './get-user.ts';
import { shutOut } from './shut-out.ts';
import { holdBelow, holdDirectClient, type Person } from './tree.ts';

/** Changes the fields that were sent and no others, so two operators do not undo each other. */
export async function updateUser(
  tx: Tx,
  actor: Actor,
  id: bigint,
  changes: UserChanges,
): Promise<{ user: User; change: Change }> {
  const client = await holdForUpdate(tx, actor, id, changes);
  assertSuperFields(actor, changes);
  if (changes.role) assertMayGiveRole(actor, changes.role);
  if (changes.role && changes.role !== client.role) await assertFreshForOperators(tx, actor);
  if (changes.isDemo !== undefined) assertDemoFits(actor, changes.isDemo);
  await assertFixedFields(tx, client, changes);
  const minimum = given(changes.minimumBets, client.minimumBetsMinor);
  const maximum = given(changes.maximumBets, client.maximumBetsMinor);
  assertLimitsFit(minimum, maximum);
  const before = await getUser(tx, id);
  await tx
    .updateTable('users')
    .set({
      username: changes.username ?? client.username,
      name: changes.name?.trim() ?? client.name,
      role: changes.role ?? client.role,
      status: changes.status ?? client.status,
      currency: changes.currency ?? client.currency,
      is_demo: changes.isDemo ?? client.isDemo,
      minimum_bets_minor: minimum,
      maximum_bets_minor: maximum,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      throw usernameTaken(error);
    });
  if (changes.currency) await openAccounts(tx, id, changes.currency);
  const left = changes.status === 'locked' ? await shutOut(tx, actor, id, 'locked') : {};
  const user = await getUser(tx, id);
  await endSessionsOfAnother(tx, before, user);
  const after = { ...user, ...left };
  return { user, change: { kind: 'user', id, before: { ...before }, after } };
}

const limitFields = new Set(['minimumBets', 'maximumBets']);

/** SUPER sets the limits of anyone below; all else is for the direct operator. */
function holdForUpdate(tx: Tx, actor: Actor, id: bigint, changes: UserChanges): Promise<Person> {
  const isAboutLimits = Object.keys(changes).every((field) => limitFields.has(field));
  const hold = actor.role === 'SUPER' && isAboutLimits ? holdBelow : holdDirectClient;
  return hold(tx, actor, id);
}

/** A session is of what the account was when it began: of that door, and of that money. */
async function endSessionsOfAnother(tx: Tx, before: User, after: User): Promise<void> {
  if (before.role !== after.role) await endSessionsOf(tx, after._id, 'role changed');
  if (before.isDemo !== after.isDemo) await endSessionsOf(tx, after._id, 'demo flag changed');
}

function given<T>(changed: T | undefined, present: T): T {
  return changed === undefined ? present : changed;
}

function assertSuperFields(actor: Actor, changes: UserChanges): void {
  if (actor.role === 'SUPER') return;
  for (const field of ['currency', 'minimumBets', 'maximumBets'] as const) {
    if (changes[field] !== undefined) throw fieldRefusal(field, 'Only SUPER may change this.');
  }
}

/** What an account is can change only while nothing hangs on it. */
async function assertFixedFields(tx: Tx, client: Person, changes: UserChanges): Promise<void> {
  const fixed = (['isDemo', 'currency', 'role'] as const).find(
    (field) => changes[field] !== undefined && changes[field] !== client[field],
  );
  if (!fixed) return;
  const hasClients = await tx
    .selectFrom('users')
    .select('id')
    .where('parent_id', '=', client.id)
    .executeTakeFirst();
  if (hasClients || (await hasHistory(tx, client.id))) {
    throw fieldRefusal(
      fixed,
      'This can change only while the account has no money, no bets and no downline.',
    );
  }
  if (await hasOpenRequest(tx, client.id)) {
    throw fieldRefusal(fixed, 'This can change only while no request is pending or failed.');
  }
}

/** A request that may still be paid, in the currency and the kind of money it was filed in. */
async function hasOpenRequest(tx: Tx, userId: bigint): Promise<boolean> {
  const open = await tx
    .selectFrom('cash_requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'failed'])
    .executeTakeFirst();
  return open !== undefined;
}
