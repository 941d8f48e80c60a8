import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** The node's key for second factors, SECOND_FACTOR_KEY; without one they are kept as they are. */
export type FactorKey = Buffer | undefined;

/** A secret as it is kept: encrypted for its account, so that it fits no other, or as it is. */
export interface KeptSecret {
  bytes: Buffer;
  isEncrypted: boolean;
}

const cipher = 'aes-256-gcm';
const [ivLength, tagLength] = [12, 16];

export function encryptSecret(key: FactorKey, userId: bigint, secret: string): KeptSecret {
  if (!key) return { bytes: Buffer.from(secret), isEncrypted: false };
  const iv = randomBytes(ivLength);
  const encrypting = createCipheriv(cipher, key, iv).setAAD(Buffer.from(String(userId)));
  const encrypted = Buffer.concat([encrypting.update(secret), encrypting.final()]);
  return { bytes: Buffer.concat([iv, encrypting.getAuthTag(), encrypted]), isEncrypted: true };
}

export function decryptSecret(key: FactorKey, userId: bigint, kept: KeptSecret): string {
  if (!kept.isEncrypted) return kept.bytes.toString();
  if (!key) throw new Error('A second factor is encrypted, and SECOND_FACTOR_KEY is not set.');
  const { bytes } = kept;
  const tagEnd = ivLength + tagLength;
  const decrypting = createDecipheriv(cipher, key, bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  decrypting.setAAD(Buffer.from(String(userId)));
  decrypting.setAuthTag(bytes.subarray(ivLength, tagEnd));
  try {
    return Buffer.concat([
      decrypting.update(bytes.subarray(tagEnd)),
      decrypting.final(),
    ]).toString();
  } catch (cause) {
    throw new Error('A second factor was encrypted with another SECOND_FACTOR_KEY.', { cause });
  }
}
