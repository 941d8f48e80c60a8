import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { toJson } from '../kernel/json.ts';
import type { AuditEvent } from './record-event.ts';

type Throttled = Omit<AuditEvent, 'outcome'> & {
  /** What holds it up, as it is counted by. */
  subject: string;
};

/**
 * Puts a sign-in on record that was refused without a look at its password, or a call that came
 * too often. They cost whoever sends them nothing, so of one subject there is an event a minute,
 * which says how many they were.
 */
export async function noteThrottled(db: Db, { subject, origin, ...event }: Throttled) {
  const { actor, actorName, action, change, message } = event;
  const noted = toJson({
    actorId: actor?.id,
    role: actor?.role,
    actorName,
    action,
    message,
    kind: change?.kind,
    targetId: change?.id,
    ...origin,
  });
  await sql`select note_throttled(${subject}, ${noted}::jsonb)`.execute(db);
}

/** Puts the last of them on record when no other has come since. */
export async function recordDueThrottled(db: Db): Promise<void> {
  await sql`select record_due_throttled()`.execute(db);
}
