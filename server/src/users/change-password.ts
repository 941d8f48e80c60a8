import { assertUncommon } from '../auth/guessable-passwords.ts';
import { hashPassword, isPassword } from '../auth/password.ts';
import { endSessionsOf } from '../auth/sessions.ts';
import { countPasswordTry } from '../auth/sign-in-protection.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { fieldRefusal } from '../kernel/refusal.ts';
import { getDirectClient } from './tree.ts';

/**
 * Checks the caller's password and hashes the new one, before any lock is taken. A wrong password
 * is an error of its field, never a lost session; many are slowed like those at the door.
 */
export async function prepareNewPassword(
  db: Db,
  actor: Actor,
  given: { field: string; password: string; newPassword: string; username?: string },
): Promise<string> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow();
  const takeBack = await countPasswordTry(db, actor.id);
  if (!(await isPassword(given.password, password_hash))) {
    throw fieldRefusal(given.field, 'This password is not right.');
  }
  await takeBack();
  await assertUncommon('newPassword', given.newPassword, given.username);
  return hashPassword(given.newPassword);
}

/** A parent sets a client's password: every session of the client ends. */
export async function changeClientPassword(
  tx: Tx,
  actor: Actor,
  clientId: bigint,
  passwordHash: string,
): Promise<Change> {
  await getDirectClient(tx, actor, clientId, 'change');
  await setPassword(tx, clientId, passwordHash);
  await endSessionsOf(tx, clientId, 'password changed');
  return { kind: 'user', id: clientId, after: { password: 'changed by parent' } };
}

/** The caller's own password: its other sessions end, the one in use goes on. */
export async function changeOwnPassword(
  tx: Tx,
  actor: Actor,
  passwordHash: string,
): Promise<Change> {
  await setPassword(tx, actor.id, passwordHash);
  await endSessionsOf(tx, actor.id, 'password changed', actor.sessionId);
  return { kind: 'user', id: actor.id, after: { password: 'changed by its owner' } };
}

async function setPassword(tx: Tx, userId: bigint, passwordHash: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .execute();
}
