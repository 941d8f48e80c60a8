import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import {
  decryptSecret,
  encryptSecret,
  type FactorKey,
  type KeptSecret,
} from './encrypted-secret.ts';
import { hashCode, hasRecoveryCode, plainCode, useRecoveryCode } from './recovery-codes.ts';
import { stepOf } from './totp.ts';

interface Factor extends KeptSecret {
  isOn: boolean;
  lastStep: bigint;
  /** By the database's clock, which all nodes share. */
  nowSeconds: number;
}

/** A code that was right when it was looked at. It counts when it is used, and then never again. */
export interface ProvenCode {
  userId: bigint;
  by: { step: bigint; was: Buffer; kept: KeptSecret } | { recoveryHash: Buffer };
}

export async function isFactorOn(db: Db, userId: bigint): Promise<boolean> {
  return (await findFactor(db, userId))?.isOn === true;
}

/** Looks at a code before any lock is taken; nothing where it is wrong, or was used already. */
export async function proveCode(
  db: Db,
  key: FactorKey,
  userId: bigint,
  code: string,
): Promise<ProvenCode | undefined> {
  const plain = plainCode(code);
  if (!/^\d{6}$/.test(plain)) {
    const recoveryHash = hashCode(plain);
    const isRight = await hasRecoveryCode(db, userId, recoveryHash);
    return isRight ? { userId, by: { recoveryHash } } : undefined;
  }
  const factor = await findFactor(db, userId);
  if (!factor?.isOn) return undefined;
  const found = stepIn(key, userId, factor, plain);
  if (!found) return undefined;
  // Kept as it was before there was a key: now that it is at hand, it is encrypted.
  const kept = key && !factor.isEncrypted ? encryptSecret(key, userId, found.secret) : factor;
  return { userId, by: { step: found.step, was: factor.bytes, kept } };
}

/**
 * Uses a proven code up. The account is held alone, so of two who show the same code one is told
 * no; so is one whose second factor is another by now.
 */
export async function useCode(
  tx: Tx,
  { userId, by }: ProvenCode,
): Promise<'code' | 'recovery code' | undefined> {
  if ('recoveryHash' in by) {
    const isUsed = await useRecoveryCode(tx, userId, by.recoveryHash);
    return isUsed ? 'recovery code' : undefined;
  }
  const { numAffectedRows } = await sql`
    update second_factors set last_step = ${by.step}, secret = ${by.kept.bytes},
      is_sealed = ${by.kept.isEncrypted}
    where user_id = ${userId} and confirmed_at is not null and secret = ${by.was}
      and last_step < ${by.step}`.execute(tx);
  return numAffectedRows === 1n ? 'code' : undefined;
}

/** Keeps a secret that counts for nothing yet, in place of one that came no further. */
export async function keepPendingSecret(
  tx: Tx,
  key: FactorKey,
  userId: bigint,
  secret: string,
): Promise<boolean> {
  const { bytes, isEncrypted } = encryptSecret(key, userId, secret);
  const { numAffectedRows } = await sql`
    insert into second_factors as f (user_id, secret, is_sealed)
    values (${userId}, ${bytes}, ${isEncrypted})
    on conflict (user_id) do update set secret = excluded.secret, is_sealed = excluded.is_sealed,
      created_at = excluded.created_at where f.confirmed_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Switches a secret on that was only kept so far, if the code is of it; the account is held. */
export async function confirmSecret(
  tx: Tx,
  key: FactorKey,
  userId: bigint,
  code: string,
): Promise<'on' | 'wrong code' | 'nothing pending'> {
  const factor = await findFactor(tx, userId);
  if (!factor || factor.isOn) return 'nothing pending';
  const found = stepIn(key, userId, factor, plainCode(code));
  if (!found) return 'wrong code';
  await sql`
    update second_factors set confirmed_at = platform_now(), last_step = ${found.step}
    where user_id = ${userId}`.execute(tx);
  return 'on';
}

/** Takes a second factor away with its recovery codes; false where there was none. */
export async function removeFactor(tx: Tx, userId: bigint): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from second_factors
    where user_id = ${userId} and confirmed_at is not null`.execute(tx);
  return numAffectedRows === 1n;
}

function stepIn(key: FactorKey, userId: bigint, factor: Factor, code: string) {
  if (!/^\d{6}$/.test(code)) return undefined;
  const secret = decryptSecret(key, userId, factor);
  const step = stepOf(secret, code, factor.nowSeconds);
  return step !== undefined && step > factor.lastStep ? { secret, step } : undefined;
}

async function findFactor(db: Db, userId: bigint): Promise<Factor | undefined> {
  const { rows } = await sql<Factor>`
    select secret as bytes, is_sealed as "isEncrypted", last_step as "lastStep",
      confirmed_at is not null as "isOn",
      extract(epoch from clock_timestamp())::float8 as "nowSeconds"
    from second_factors where user_id = ${userId}`.execute(db);
  return rows[0];
}
