import { randomBytes } from 'node:crypto';
import { type Currency, currencies } from '@pitboss/contract/money';
import type { NewUser, UserStatus } from '@pitboss/contract/users';
import { hashPassword } from '@pitboss/server/auth/password';
import { openSession } from '@pitboss/server/auth/sessions';
import type { Db, Tx } from '@pitboss/server/db/database';
import { inTransaction, withCommit } from '@pitboss/server/db/transaction';
import { openAccounts } from '@pitboss/server/ledger/accounts';
import { issue } from '@pitboss/server/ledger/issue';
import { post, walletOf } from '@pitboss/server/ledger/post';
import { actAs } from '@pitboss/server/users/act-as';
import { addFirstSuper } from '@pitboss/server/users/add-super';
import { addUser } from '@pitboss/server/users/add-user';
import { sql } from 'kysely';
import { password, superSignIn } from './super-sign-in.ts';

/** Where people are made: by the platform's own verbs, beside the calls. */
export interface PeopleStage {
  db: Db;
}

export interface TestPerson {
  id: bigint;
  username: string;
  token: string;
}

/** Everybody's password, hashed once. */
let hash: Promise<string> | undefined;

function passwordHash(): Promise<string> {
  hash ??= hashPassword(password);
  return hash;
}

/** SUPER with a full wallet in each currency, and signed in. */
export async function makeSuper(app: PeopleStage, units = 1_000_000n): Promise<TestPerson> {
  await addFirstSuper(app.db, { ...superSignIn, name: 'Root' });
  const { id, username } = await actAs(app.db, superSignIn.username);
  await inTransaction(app.db, async (tx) => {
    for (const currency of currencies) await issue(tx, id, currency, units * 100n);
  });
  return { id, username, token: await openTestSession(app, id) };
}

interface Wanted extends Partial<Omit<NewUser, 'currency'>> {
  currency?: Currency;
}

/** A client below the given operator, made by the platform's own verb, and signed in. */
export async function makeUser(
  app: PeopleStage,
  parent: TestPerson,
  wanted: Wanted = {},
): Promise<TestPerson> {
  const hashed = await passwordHash();
  const username = wanted.username ?? `u${randomBytes(5).toString('hex')}`;
  const actor = await actAs(app.db, parent.username);
  const currency = actor.role === 'SUPER' ? { currency: wanted.currency ?? 'USD' } : {};
  const user: NewUser = {
    name: `Name of ${username}`,
    role: 'USER',
    isDemo: false,
    status: 'active',
    ...wanted,
    ...currency,
    username,
    password,
  };
  return inTransaction(app.db, async (tx) => {
    const { _id: id } = (await addUser(tx, actor, user, hashed)).user;
    return { id, username, token: await openFreshSession(tx, id) };
  });
}

export function makeAdmin(app: PeopleStage, parent: TestPerson, wanted: Wanted = {}) {
  return makeUser(app, parent, { ...wanted, role: 'ADMIN' });
}

/**
 * An ADMIN below an ADMIN, with money of its own. No call makes one today, but the tree may be of
 * any depth, so it is written beside the calls.
 */
export async function makeDeepAdmin(
  app: PeopleStage,
  parent: TestPerson,
  balanceMinor = 100_000n,
): Promise<TestPerson> {
  const hashed = await passwordHash();
  const username = `deep${randomBytes(5).toString('hex')}`;
  const above = await actAs(app.db, parent.username);
  const { currency } = above;
  return inTransaction(app.db, async (tx) => {
    const added = await tx
      .insertInto('users')
      .values({
        username,
        name: `Name of ${username}`,
        role: 'ADMIN',
        parent_id: above.id,
        ancestor_ids: [...above.ancestorIds, above.id],
        currency,
        minimum_bets_minor: null,
        maximum_bets_minor: null,
        password_hash: hashed,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await openAccounts(tx, added.id, currency);
    await post(tx, {
      kind: 'opening',
      from: walletOf(above.id),
      to: walletOf(added.id),
      currency,
      amountMinor: balanceMinor,
      actorId: above.id,
      remarks: 'Opening balance',
      idempotencyKey: null,
      field: 'balance',
    });
    return { id: added.id, username, token: await openFreshSession(tx, added.id) };
  });
}

/** Another session of the same person, whose proof stays fresh however slow the machine is. */
export function openTestSession(app: PeopleStage, userId: bigint): Promise<string> {
  return inTransaction(app.db, (tx) => openFreshSession(tx, userId));
}

async function openFreshSession(tx: Tx, userId: bigint): Promise<string> {
  const limits = { hoursMax: 12, idleMinutesMax: 30 };
  const from = { address: 'test', agent: 'test', secret: undefined };
  const { token, sessionId } = await openSession(tx, userId, from, limits);
  const later = sql`update sessions set proven_at = now() + interval '1 hour'
    where id = ${sessionId}`;
  await withCommit(tx, later);
  return token;
}

/** Keeps the password hashed anew, at the cost of this moment. */
export async function rehash(app: PeopleStage, { id }: TestPerson): Promise<void> {
  const kept = { password_hash: await hashPassword(password) };
  await app.db.updateTable('users').set(kept).where('id', '=', id).execute();
}

/** Sets the status beside the calls, so that sessions live on and only the status counts. */
export async function setStatus(app: PeopleStage, { id }: TestPerson, status: UserStatus) {
  await app.db.updateTable('users').set({ status }).where('id', '=', id).execute();
}

/** Marks as deleted beside the calls, so that sessions live on and only the mark counts. */
export async function markDeleted(app: PeopleStage, { id }: TestPerson): Promise<void> {
  await app.db.updateTable('users').set({ deleted_at: sql`now()` }).where('id', '=', id).execute();
}
