import { assertNotOwnName, assertUncommon } from '../auth/guessable-passwords.ts';
import { assertStillProven, provePassword } from '../auth/own-proof.ts';
import { hashPassword } from '../auth/password.ts';
import { endSessionsOf } from '../auth/sessions.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { holdClientSessions } from './tree.ts';

/** A new password, its hash, and the hash of the one that was proven to be known before it. */
export interface NewPassword {
  password: string;
  hash: string;
  provenHash: string;
}

/** Checks the caller's password and hashes the new one, before any lock is taken. */
export async function prepareNewPassword(
  db: Db,
  visitor: Actor,
  given: { field: string; password: string; newPassword: string },
): Promise<NewPassword> {
  const provenHash = await provePassword(db, visitor.id, given);
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
  await assertStillProven(tx, actor, password.provenHash);
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
  await assertStillProven(tx, actor, password.provenHash);
  assertNotOwnName('newPassword', password.password, actor.username);
  await setPassword(tx, actor.id, password);
  await endSessionsOf(tx, actor.id, 'password changed', actor.sessionId);
  return { kind: 'user', id: actor.id, after: { password: 'changed by its owner' } };
}

/** For one who has lost it: an administrator sets it, and every session ends. */
export async function replacePassword(tx: Tx, userId: bigint, hash: string): Promise<Change> {
  await setPassword(tx, userId, { hash });
  await endSessionsOf(tx, userId, 'password changed');
  return { kind: 'user', id: userId, after: { password: 'reset by an administrator' } };
}

async function setPassword(
  tx: Tx,
  userId: bigint,
  { hash }: Pick<NewPassword, 'hash'>,
): Promise<void> {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
}
