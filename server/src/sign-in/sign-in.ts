import type { UserDetails } from '@pitboss/contract/auth';
import { sql } from 'kysely';
import { recordEvent } from '../audit/record-event.ts';
import { cookieWith, secretFor } from '../auth/browser.ts';
import {
  assertRoomToHash,
  hashPassword,
  isNobodysPassword,
  isOutdatedHash,
  isPassword,
} from '../auth/password.ts';
import { isFactorOn, type ProvenCode, proveCode, useCode } from '../auth/second-factor.ts';
import { hashToken, makeRoomForSession, openSession } from '../auth/sessions.ts';
import { countCodeTry, countTry } from '../auth/sign-in-protection.ts';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { noteSlowed, recordRefused, type Visit } from './refused-sign-in.ts';

interface Person extends Omit<UserDetails, '_id'> {
  id: bigint;
  passwordHash: string;
  effectiveStatus: string;
}

interface SignedIn {
  token: string;
  userDetails: UserDetails;
}

interface Given {
  username: string;
  password: string;
  /** Of an operator's second factor. */
  code?: string | undefined;
}

/** Opens a session. Every try is in the audit record, whatever came of it. */
export async function signIn(
  db: Db,
  visit: Visit,
  given: Given,
): Promise<{ data: SignedIn; cookie: string | undefined }> {
  assertRoomToHash();
  const named = await findPerson(db, given.username);
  try {
    let person = await checkPassword(db, visit, given, named);
    for (;;) {
      const code = await checkCode(db, visit, person, given.code);
      const entered = await enter(db, visit, person, code);
      if (entered) return entered;
      person = await checkAgain(db, given);
    }
  } catch (error) {
    const isNoted = error instanceof Refusal && error.code === 'tooMany';
    if (error instanceof Refusal && !isNoted) await recordRefused(db, visit, named, error.message);
    throw error;
  }
}

const personColumns = sql`
  u.id, u.username, u.name, u.role, u.currency, u.password_hash as "passwordHash",
  effective_status(u.id, u.ancestor_ids) as "effectiveStatus"`;

async function findPerson(db: Db, username: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select ${personColumns} from users u where lower(u.username) = lower(${username})`.execute(db);
  return rows[0];
}

/** The password was changed, or only hashed anew, while it was being checked. */
async function checkAgain(db: Db, { username, password }: Given): Promise<Person> {
  const person = await findPerson(db, username);
  if (person && (await isPassword(password, person.passwordHash))) return person;
  throw new Refusal('unauthenticated', 'Invalid username or password.');
}

async function checkPassword(
  db: Db,
  visit: Visit,
  { username, password }: Given,
  person: Person | undefined,
): Promise<Person> {
  const { origin, browser } = visit;
  const counted = await countTry(db, {
    username,
    userId: person?.id,
    address: origin.address,
    cookieHash: browser.secret === undefined ? null : hashToken(browser.secret),
  });
  if ('refusal' in counted) {
    await noteSlowed(db, visit, person, counted);
    throw counted.refusal;
  }
  const isRight = person
    ? await isPassword(password, person.passwordHash)
    : await isNobodysPassword(password);
  if (!person || !isRight) {
    await counted.wrong();
    throw new Refusal('unauthenticated', 'Invalid username or password.');
  }
  await counted.right();
  if (isOutdatedHash(person.passwordHash)) await renewHash(db, person, password);
  return person;
}

/**
 * Looks at the code of one who knows the password, so a stranger can hold nobody's codes up. Those
 * that are wrong are counted for the account, apart from passwords.
 */
async function checkCode(
  db: Db,
  visit: Visit,
  person: Person,
  code: string | undefined,
): Promise<ProvenCode | undefined> {
  if (code === undefined || !(await isFactorOn(db, person.id))) return undefined;
  const counted = await countCodeTry(db, person.id);
  if ('refusal' in counted) {
    await noteSlowed(db, visit, person, counted);
    throw counted.refusal;
  }
  const proven = await proveCode(db, visit.factorKey, person.id, code);
  if (!proven) {
    await counted.wrong();
    throw codeRefusal('This code is not right, or was used before.');
  }
  await counted.right();
  return proven;
}

/** No session yet, and the field that is missing or wrong: the same call again with it goes on. */
function codeRefusal(message: string): Refusal {
  return new Refusal('unauthenticated', message, { fields: { code: message } });
}

/** Said only to one who knows the password, so it tells a stranger nothing. */
function assertMayEnter(person: Person, door: Visit['door']): void {
  if (person.effectiveStatus === 'locked') {
    throw new Refusal('forbidden', 'This account is locked. Please contact your operator.');
  }
  if (door === 'player' && person.role !== 'USER') {
    throw new Refusal('forbidden', 'Operators sign in on the panel, not here.');
  }
  if (door === 'auth' && person.role === 'USER') {
    throw new Refusal('forbidden', 'This panel is for operators. Clients cannot sign in here.');
  }
}

/**
 * Opens the session of one who has proven a password, if it is still the account's: the account is
 * held, so a change of it ends this session with all others, or is seen here; and two who come at
 * once count each other.
 */
async function enter(
  db: Db,
  { origin, browser, door, limits }: Visit,
  proven: Person,
  code: ProvenCode | undefined,
): Promise<{ data: SignedIn; cookie: string | undefined } | undefined> {
  const secret = secretFor(browser);
  const from = { address: origin.address, agent: browser.agent, secret };
  return inTransaction(db, async (tx) => {
    await sql`select from hold_person(${proven.id}::bigint, true)`.execute(tx);
    // A statement of its own: one that waited sees the status as it was before it waited.
    const { rows } = await sql<Person>`
      select ${personColumns} from users u where u.id = ${proven.id}`.execute(tx);
    const [person] = rows as [Person];
    if (person.passwordHash !== proven.passwordHash) return undefined;
    assertMayEnter(person, door);
    const { id, username, name, role, currency } = person;
    const secondFactor = door === 'auth' ? await passSecondFactor(tx, id, code) : undefined;
    const ended = await makeRoomForSession(tx, id, limits);
    const { token, sessionId } = await openSession(tx, id, from, limits);
    if (door === 'auth') await sql`select notify_sign_in(${sessionId}::bigint)`.execute(tx);
    await recordEvent(tx, {
      actor: { id, role },
      actorName: username,
      origin,
      action: `${door}.login`,
      change: { kind: 'session', id: sessionId, ...afterOf({ secondFactor, ended }) },
      outcome: 'done',
      message: 'Signed in.',
    });
    return {
      data: { token, userDetails: { _id: id, username, name, role, currency } },
      cookie: secret && cookieWith(secret, browser),
    };
  });
}

/** The account is held, so a code opens one session, however many come with it at the same time. */
async function passSecondFactor(
  tx: Tx,
  userId: bigint,
  code: ProvenCode | undefined,
): Promise<string | undefined> {
  if (!(await isFactorOn(tx, userId))) return undefined;
  if (!code) throw codeRefusal('Enter the code of your authenticator app, or a recovery code.');
  const used = await useCode(tx, code);
  if (!used) throw codeRefusal('This code is not right, or was used before.');
  return used;
}

/** What a sign-in has to tell besides: by what it was proven, and which sessions made room. */
function afterOf(values: { secondFactor: string | undefined; ended: number }) {
  const { secondFactor, ended } = values;
  const after = { ...(secondFactor ? { secondFactor } : {}), ...(ended > 0 ? { ended } : {}) };
  return Object.keys(after).length > 0 ? { after } : {};
}

/** Hashed at the cost of another time: now that the password is at hand, at today's. */
async function renewHash(db: Db, { id, passwordHash }: Person, password: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .execute();
}
