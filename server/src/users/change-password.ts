import { assertNotOwnName, assertUncommon } from '../auth/guessable-passwords.ts';
import { hashPassword, isPassword } from '../auth/password.ts';
import { endSessionsOf } from '../auth/sessions.ts';
import { countPasswordTry } from '../auth/sign-in-protection.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { fieldRefusal, Refusal } from '../kernel/refusal.ts';
import { holdClientSessions } from './tree.ts';

/** A new password, its hash, and the hash of the one that was proven to be known before it. */
export interface NewPassword {
  password: string;
  hash: string;
  provenHash: string;
}

/**
 * Checks the caller's password and hashes the new one, before any lock is taken. A wrong password
 * is an error of its field, never a lost session; many are slowed like those at the door.
 */
export async function prepareNewPassword(
  db: Db,
  visitor: Actor,
  given: { field: string; password: string; newPassword: string },
): Promise<NewPassword> {
  const provenHash = await getHash(db, visitor.id);
  const counted = await countPasswordTry(db, visitor.id);
  if (!(await isPassword(given.password, provenHash))) {
    await counted.wrong();
    throw fieldRefusal(given.field, 'This password is not right.');
  }
  await counted.right();
  const { newPassword: password } = given;
  await assertUncommon('newPassword', password);
  return { password, hash: await hashPassword(password), provenHash };
}

/** A parent sets a client's password: every session of the client ends. */
export async function changeClientPassword(
  tx: Tx,
  actor: Actor,
  clientId: bigint,
  password: NewPassword,
): Promise<Change> {
  await assertStillProven(tx, actor, password);
  const { username } = await holdClientSessions(tx, actor, clientId);
  assertNotOwnName('newPassword', password.password, username);
  await setPassword(tx, clientId, password);
  await endSessionsOf(tx, clientId, 'password changed');
  return { kind: 'user', id: clientId, after: { password: 'changed by parent' } };
}

/** The caller's own password: its other sessions end, the one in use goes on. */
export async function changeOwnPassword(
  tx: Tx,
  actor: Actor,
  password: NewPassword,
): Promise<Change> {
  await assertStillProven(tx, actor, password);
  assertNotOwnName('newPassword', password.password, actor.username);
  await setPassword(tx, actor.id, password);
  await endSessionsOf(tx, actor.id, 'password changed', actor.sessionId);
  return { kind: 'user', id: actor.id, after: { password: 'changed by its owner' } };
}

/** The caller is held now: whoever changed its password before then knows another one. */
async function assertStillProven(tx: Tx, actor: Actor, { provenHash }: NewPassword): Promise<void> {
  if ((await getHash(tx, actor.id)) === provenHash) return;
  throw new Refusal('conflict', 'Your password was changed meanwhile. Please try again.');
}

async function getHash(db: Db, userId: bigint): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.password_hash;
}

async function setPassword(tx: Tx, userId: bigint, { hash }: NewPassword): Promise<void> {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
}
