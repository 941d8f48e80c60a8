import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

const count = 10;
/** Of base32, which has no 0, 1, 8 and 9 that could be taken for letters. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** 80 bits, so that a hash of it tells nothing. */
const length = 16;

/** Makes ten anew, in place of all that were made before, and answers with them this once. */
export async function renewRecoveryCodes(tx: Tx, userId: bigint): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode);
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(code) })))
    .execute();
  return codes;
}

export async function hasRecoveryCode(db: Db, userId: bigint, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from recovery_codes
    where user_id = ${userId} and code_hash = ${hash} and used_at is null`.execute(db);
  return rows.length > 0;
}

/** Uses a code up, if it has not been; the account is held. */
export async function useRecoveryCode(tx: Tx, userId: bigint, hash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update recovery_codes set used_at = platform_now()
    where user_id = ${userId} and code_hash = ${hash} and used_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

export async function countRecoveryCodes(db: Db, userId: bigint): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from recovery_codes
    where user_id = ${userId} and used_at is null`.execute(db);
  return rows[0]?.left ?? 0;
}

/** However it was typed: small letters, spaces and dashes count for nothing. */
export function plainCode(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}

export function hashCode(code: string): Buffer {
  return createHash('sha256').update(plainCode(code)).digest();
}

function newCode(): string {
  const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
  return (code.match(/.{4}/g) ?? []).join('-');
}
