import type { UserDetails } from '@pitboss/contract/auth';
import { sql } from 'kysely';
import { recordEvent } from '../audit/record-event.ts';
import { noteThrottled } from '../audit/record-throttled.ts';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Origin } from '../kernel/actor.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type Browser, cookieWith, secretFor } from './browser.ts';
import {
  assertRoomToHash,
  hashPassword,
  isNobodysPassword,
  isOutdatedHash,
  isPassword,
} from './password.ts';
import { hashToken, makeRoomForSession, openSession, type SessionLimits } from './sessions.ts';
import { countTry, type Held } from './sign-in-protection.ts';

interface Person extends Omit<UserDetails, '_id'> {
  id: bigint;
  passwordHash: string;
  effectiveStatus: string;
}

interface SignedIn {
  token: string;
  userDetails: UserDetails;
}

/** Who knocks: from where, with what, and at which door; operators and clients have their own. */
interface Visit {
  origin: Origin;
  browser: Browser;
  door: 'auth' | 'player';
  limits: SessionLimits;
}

/** Opens a session. Every try is in the audit record, whatever came of it. */
export async function signIn(
  db: Db,
  visit: Visit,
  given: { username: string; password: string },
): Promise<{ data: SignedIn; cookie: string | undefined }> {
  assertRoomToHash();
  const named = await findPerson(db, given.username);
  try {
    let person = await checkPassword(db, visit, given, named);
    for (;;) {
      const entered = await enter(db, visit, person);
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
async function checkAgain(
  db: Db,
  { username, password }: { username: string; password: string },
): Promise<Person> {
  const person = await findPerson(db, username);
  if (person && (await isPassword(password, person.passwordHash))) return person;
  throw new Refusal('unauthenticated', 'Invalid username or password.');
}

async function checkPassword(
  db: Db,
  visit: Visit,
  { username, password }: { username: string; password: string },
  person: Person | undefined,
): Promise<Person> {
  const { origin, browser } = visit;
  const counted = await countTry(db, {
    ...{ username, userId: person?.id, address: origin.address },
    cookieHash: browser.secret === undefined ? null : hashToken(browser.secret),
  });
  if ('refusal' in counted) {
    await noteHeld(db, visit, person, counted);
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
    const ended = await makeRoomForSession(tx, id, limits);
    const { token, sessionId } = await openSession(tx, id, from, limits);
    await recordEvent(tx, {
      actor: { id, role },
      actorName: username,
      origin,
      action: `${door}.login`,
      change: { kind: 'session', id: sessionId, ...(ended > 0 ? { after: { ended } } : {}) },
      outcome: 'done',
      message: 'Signed in.',
    });
    return {
      data: { token, userDetails: { _id: id, username, name, role, currency } },
      cookie: secret && cookieWith(secret),
    };
  });
}

const unknownName = '(unknown name)';

/** The account that was tried is named; a name that nobody has may be a password, and is not. */
async function recordRefused(
  db: Db,
  { origin, door }: Visit,
  person: Person | undefined,
  message: string,
): Promise<void> {
  await recordEvent(db, {
    actor: null,
    actorName: person?.username ?? unknownName,
    origin,
    action: `${door}.login`,
    change: person ? { kind: 'user', id: person.id } : null,
    outcome: 'refused',
    message,
  });
}

/** What an address holds up may be tries at many names, so none of them is named. */
async function noteHeld(
  db: Db,
  { origin, door }: Visit,
  person: Person | undefined,
  { kind, subject, refusal }: Held,
): Promise<void> {
  const isOne = kind !== 'address';
  await noteThrottled(db, {
    subject,
    action: `${door}.login`,
    actor: null,
    actorName: isOne ? (person?.username ?? unknownName) : '(any name)',
    change: isOne && person ? { kind: 'user', id: person.id } : null,
    origin,
    message: refusal.message,
  });
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
