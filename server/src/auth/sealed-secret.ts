import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** The node's key for second factors, SECOND_FACTOR_KEY; without one they are kept as they are. */
export type FactorKey = Buffer | undefined;

/** A secret as it is kept: sealed for its account, so that it fits no other, or as it is. */
export interface KeptSecret {
  bytes: Buffer;
  isSealed: boolean;
}

const cipher = 'aes-256-gcm';
const [ivLength, tagLength] = [12, 16];

export function sealSecret(key: FactorKey, userId: bigint, secret: string): KeptSecret {
  if (!key) return { bytes: Buffer.from(secret), isSealed: false };
  const iv = randomBytes(ivLength);
  const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(String(userId)));
  const sealed = Buffer.concat([sealing.update(secret), sealing.final()]);
  return { bytes: Buffer.concat([iv, sealing.getAuthTag(), sealed]), isSealed: true };
}

export function openSecret(key: FactorKey, userId: bigint, kept: KeptSecret): string {
  if (!kept.isSealed) return kept.bytes.toString();
  if (!key) throw new Error('A second factor is sealed, and SECOND_FACTOR_KEY is not set.');
  const { bytes } = kept;
  const tagEnd = ivLength + tagLength;
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  opening.setAAD(Buffer.from(String(userId)));
  opening.setAuthTag(bytes.subarray(ivLength, tagEnd));
  try {
    return Buffer.concat([opening.update(bytes.subarray(tagEnd)), opening.final()]).toString();
  } catch (cause) {
    throw new Error('A second factor was sealed with another SECOND_FACTOR_KEY.', { cause });
  }
}
