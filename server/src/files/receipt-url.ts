import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '../db/database.ts';

/** An address is good for this long at least, and stays the same for as long, so caches work. */
const windowMs = 15 * 60 * 1000;

/**
 * Makes and checks addresses of receipts. An `<img>` cannot send a session token, so the address
 * itself is the right to look: made only for those entitled, signed, and short-lived.
 */
export interface ReceiptUrls {
  urlOf(requestId: bigint): string;
  isGood(requestId: string, until: string, signature: string): boolean;
}

export async function receiptUrls(db: Db, now: () => number = Date.now): Promise<ReceiptUrls> {
  const { value: secret } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'file-seal')
    .executeTakeFirstOrThrow();
  const signatureOf = (requestId: string, until: string) =>
    createHmac('sha256', secret).update(`receipt ${requestId} ${until}`).digest('base64url');
  return {
    urlOf: (requestId) => {
      const until = String((Math.floor(now() / windowMs) + 2) * windowMs);
      const signature = signatureOf(String(requestId), until);
      return `/api/files/receipts/${requestId}?until=${until}&seal=${signature}`;
    },
    isGood: (requestId, until, signature) => {
      const expected = Buffer.from(signatureOf(requestId, until));
      const given = Buffer.from(signature);
      const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
      return isSigned && Number(until) > now();
    },
  };
}
