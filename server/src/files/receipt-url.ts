import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '../db/database.ts';

/** An address is good for this long at least, and stays the same for as long, so caches work. */
const windowMs = 15 * 60 * 1000;

/**
 * Makes and checks addresses of receipts. An `<img>` cannot send a session token, so the address
 * itself is the right to look: made only for those entitled, sealed, and short-lived.
 */
export interface ReceiptUrls {
  urlOf(requestId: bigint): string;
  isGood(requestId: string, until: string, seal: string): boolean;
}

export async function receiptUrls(db: Db, now: () => number = Date.now): Promise<ReceiptUrls> {
  const { value: secret } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'file-seal')
    .executeTakeFirstOrThrow();
  const sealOf = (requestId: string, until: string) =>
    createHmac('sha256', secret).update(`receipt ${requestId} ${until}`).digest('base64url');
  return {
    urlOf: (requestId) => {
      const until = String((Math.floor(now() / windowMs) + 2) * windowMs);
      const seal = sealOf(String(requestId), until);
      return `/api/files/receipts/${requestId}?until=${until}&seal=${seal}`;
    },
    isGood: (requestId, until, seal) => {
      const expected = Buffer.from(sealOf(requestId, until));
      const given = Buffer.from(seal);
      const isSealed = given.length === expected.length && timingSafeEqual(given, expected);
      return isSealed && Number(until) > now();
    },
  };
}
