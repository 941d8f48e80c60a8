import { generateSecret, generateURI, verifySync } from 'otplib';

/** RFC 6238 as every authenticator app knows it: SHA-1, six digits, steps of 30 seconds. */
const stepSeconds = 30;

/** 160 random bits, in base32. */
export function newSecret(): string {
  return generateSecret();
}

/** The secret as apps read it from a QR code. */
export function uriOf(secret: string, username: string): string {
  return generateURI({ issuer: 'Pitboss', label: username, secret });
}

/** The step that a code is of: the present one, the one before or the one after it. */
export function stepOf(secret: string, code: string, nowSeconds: number): bigint | undefined {
  const epoch = Math.floor(nowSeconds);
  const found = verifySync({ secret, token: code, epoch, epochTolerance: stepSeconds });
  return found.valid ? BigInt(Math.floor(epoch / stepSeconds) + found.delta) : undefined;
}
