import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

export interface StoredImage {
  hash: Buffer;
  type: string;
  bytes: Buffer;
}

/** The receipt of a request; whoever asks has shown a signed address. */
export async function findReceipt(db: Db, requestId: bigint): Promise<StoredImage | undefined> {
  const { rows } = await sql<StoredImage>`
    select f.hash, f.type, f.bytes
    from cash_requests r join files f on f.hash = r.receipt_hash
    where r.id = ${requestId}`.execute(db);
  return rows[0];
}

/** A picture that an event shows; anything else that is stored is not found here. */
export async function findEventImage(db: Db, hash: Buffer): Promise<StoredImage | undefined> {
  const { rows } = await sql<StoredImage>`
    select f.hash, f.type, f.bytes from files f
    where f.hash = ${hash} and (exists (select from events where icon_hash = f.hash)
      or exists (select from events where image_hash = f.hash))`.execute(db);
  return rows[0];
}
