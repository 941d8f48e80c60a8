import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { fieldRefusal } from '../kernel/refusal.ts';

/**
 * Refuses a username that the eye takes for another's: an operator who pays `adm1n` meant `admin`.
 * Of two that come at once one waits, so that neither is passed over.
 */
export async function assertNoLookAlike(tx: Tx, username: string, id: bigint | null = null) {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('look ' || look_of(${username}), 0))`.execute(tx);
  const { rows } = await sql`
    select from users where look_of(username) = look_of(${username})
      and lower(username) <> lower(${username}) and id is distinct from ${id}::bigint
    limit 1`.execute(tx);
  if (rows.length > 0) {
    throw fieldRefusal('username', 'This username looks like one that is already taken.');
  }
}
