import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** What is written from here on is dated at this moment; see `platform_now`. */
export async function setClock(tx: Tx, at: Date): Promise<void> {
  await sql`select set_config('pitboss.clock', ${at.toISOString()}, true)`.execute(tx);
}
