import type { UserDetails } from '@pitboss/contract/auth';
import { sql } from 'kysely';
import { recordEvent } from '../audit/record-event.ts';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Origin } from '../kernel/actor.ts';
import { Refusal } from '../kernel/refusal.ts';
import { isNobodysPassword, isPassword } from './password.ts';
import { openSession, type SessionLimits } from './sessions.ts';
import { countTry, forgetTries } from './sign-in-protection.ts';

interface Person extends Omit<UserDetails, '_id'> {
  id: bigint;
  passwordHash: string;
  effectiveStatus: string;
}

interface SignedIn {
  token: string;
  userDetails: UserDetails;
}

/** Operators and clients each have a door of their own. */
type Door = 'auth' | 'player';

/** Opens a session. Every try is in the audit record, whatever came of it. */
export async function signIn(
  db: Db,
  origin: Origin,
  given: { username: string; password: string },
  options: SessionLimits & { door: Door },
): Promise<SignedIn> {
  const action = `${options.door}.login`;
  try {
    const attempt = { username: given.username, address: origin.address };
    await countTry(db, attempt);
    const person = await checkPassword(db, given);
    await forgetTries(db, attempt);
    assertMayEnter(person, options.door);
    return await enter(db, origin, person, options, action);
  } catch (error) {
    if (error instanceof Refusal) {
      await recordRefused(db, origin, given.username, action, error.message);
    }
    throw error;
  }
}

async function checkPassword(
  db: Db,
  given: { username: string; password: string },
): Promise<Person> {
  const { rows } = await sql<Person>`
    select id, username, name, role, currency, password_hash as "passwordHash",
      effective_status(id, ancestor_ids) as "effectiveStatus"
    from users where lower(username) = lower(${given.username})
  `.execute(db);
  const person = rows[0];
  const isRight = person
    ? await isPassword(given.password, person.passwordHash)
    : await isNobodysPassword(given.password);
  if (!person || !isRight) {
    throw new Refusal('unauthenticated', 'Invalid username or password.');
  }
  return person;
}

/** Said only to one who knows the password, so it tells a stranger nothing. */
function assertMayEnter(person: Person, door: Door): void {
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

async function enter(
  db: Db,
  origin: Origin,
  person: Person,
  limits: SessionLimits,
  action: string,
): Promise<SignedIn> {
  const { id, username, name, role, currency } = person;
  return inTransaction(db, async (tx) => {
    const { token, sessionId } = await openSession(tx, id, origin.address, limits);
    await recordEvent(tx, {
      actor: { id, role },
      actorName: username,
      origin,
      action,
      change: { kind: 'session', id: sessionId },
      outcome: 'done',
      message: 'Signed in.',
    });
    return { token, userDetails: { _id: id, username, name, role, currency } };
  });
}

async function recordRefused(
  db: Db,
  origin: Origin,
  actorName: string,
  action: string,
  message: string,
) {
  await recordEvent(db, {
    actor: null,
    actorName,
    origin,
    action,
    change: null,
    outcome: 'refused',
    message,
  });
}
