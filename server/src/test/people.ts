import { randomBytes } from 'node:crypto';
import { type Currency, currencies } from '@pitboss/contract/money';
import type { NewUser } from '@pitboss/contract/users';
import { hashPassword } from '../auth/password.ts';
import { openSession } from '../auth/sessions.ts';
import { inTransaction } from '../db/transaction.ts';
import { issue } from '../ledger/issue.ts';
import { actAs } from '../users/act-as.ts';
import { addFirstSuper } from '../users/add-super.ts';
import { addUser } from '../users/add-user.ts';
import type { TestApp } from './test-app.ts';

export interface TestPerson {
  id: bigint;
  username: string;
  token: string;
}

export const password = 'Correct-horse-1';
let hash: Promise<string> | undefined;

/** SUPER with a full wallet in each currency, and signed in. */
export async function makeSuper(app: TestApp, units = 1_000_000n): Promise<TestPerson> {
  await addFirstSuper(app.db, { username: 'root', name: 'Root', password });
  const { id, username } = await actAs(app.db, 'root');
  await inTransaction(app.db, async (tx) => {
    for (const currency of currencies) await issue(tx, id, currency, units * 100n);
  });
  return signedIn(app, id, username);
}

interface Wanted extends Partial<Omit<NewUser, 'currency'>> {
  currency?: Currency;
}

/** A client below the given operator, made by the platform's own verb, and signed in. */
export async function makeUser(
  app: TestApp,
  parent: TestPerson,
  wanted: Wanted = {},
): Promise<TestPerson> {
  hash ??= hashPassword(password);
  const passwordHash = await hash;
  const username = wanted.username ?? `u${randomBytes(5).toString('hex')}`;
  const actor = await actAs(app.db, parent.username);
  const currency = actor.role === 'SUPER' ? { currency: wanted.currency ?? 'USD' } : {};
  const { user } = await inTransaction(app.db, (tx) =>
    addUser(
      tx,
      actor,
      {
        name: `Name of ${username}`,
        role: 'USER',
        isDemo: false,
        status: 'active',
        ...wanted,
        ...currency,
        username,
        password,
      },
      passwordHash,
    ),
  );
  return signedIn(app, user._id, username);
}

export function makeAdmin(app: TestApp, parent: TestPerson, wanted: Wanted = {}) {
  return makeUser(app, parent, { ...wanted, role: 'ADMIN' });
}

async function signedIn(app: TestApp, id: bigint, username: string): Promise<TestPerson> {
  const limits = { hoursMax: 12, idleMinutesMax: 30 };
  const { token } = await inTransaction(app.db, (tx) => openSession(tx, id, 'test', limits));
  return { id, username, token };
}
