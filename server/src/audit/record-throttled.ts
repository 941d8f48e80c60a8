import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Origin } from '../kernel/actor.ts';
import { toJson } from '../kernel/json.ts';

interface Throttled {
  /** What holds the sign-in up, as it is counted by. */
  subject: string;
  action: string;
  actorName: string;
  userId: bigint | undefined;
  origin: Origin;
  message: string;
}

/**
 * Puts a sign-in on record that was refused without a look at its password. They cost whoever sends
 * them nothing, so of one subject there is an event a minute, which says how many they were.
 */
export async function noteThrottled(db: Db, { subject, origin, ...event }: Throttled) {
  const noted = toJson({ ...event, ...origin });
  await sql`select note_throttled(${subject}, ${noted}::jsonb)`.execute(db);
}

/** Puts the last of them on record when no other has come since. */
export async function recordDueThrottled(db: Db): Promise<void> {
  await sql`select record_due_throttled()`.execute(db);
}
