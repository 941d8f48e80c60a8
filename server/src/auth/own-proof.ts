import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { fieldRefusal, Refusal } from '../kernel/refusal.ts';
import type { FactorKey } from './encrypted-secret.ts';
import { isPassword } from './password.ts';
import { type ProvenCode, proveCode } from './second-factor.ts';
import { countOwnTry } from './sign-in-protection.ts';

/**
 * Checks the password of somebody with a session, before any lock is taken, and answers with its
 * hash. A wrong one is an error of its field, never a lost session; many are slowed like those at
 * the door.
 */
export async function provePassword(
  db: Db,
  userId: bigint,
  { field, password }: { field: string; password: string },
): Promise<string> {
  const provenHash = await getHash(db, userId);
  const counted = await countOwnTry(db, 'password', userId);
  if (!(await isPassword(password, provenHash))) {
    await counted.wrong();
    throw fieldRefusal(field, 'This password is not right.');
  }
  await counted.right();
  return provenHash;
}

/** The caller is held now: whoever changed its password before then knows another one. */
export async function assertStillProven(tx: Tx, actor: Actor, provenHash: string): Promise<void> {
  if ((await getHash(tx, actor.id)) === provenHash) return;
  throw new Refusal('conflict', 'Your password was changed meanwhile. Please try again.');
}

/** The same for a code; those that are wrong are counted apart from passwords. */
export async function proveOwnCode(
  db: Db,
  key: FactorKey,
  userId: bigint,
  code: string,
): Promise<ProvenCode> {
  const counted = await countOwnTry(db, 'code', userId);
  const proven = await proveCode(db, key, userId, code);
  if (!proven) {
    await counted.wrong();
    throw codeRefusal();
  }
  await counted.right();
  return proven;
}

/** Wrong, used before, or of a second factor that is gone: who asks need not know which. */
export function codeRefusal(): Refusal {
  return fieldRefusal('code', 'This code is not right, or was used before.');
}

async function getHash(db: Db, userId: bigint): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.password_hash;
}
