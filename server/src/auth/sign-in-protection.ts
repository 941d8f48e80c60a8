import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { Refusal } from '../kernel/refusal.ts';

/** Wrong tries that cost nothing; an address may stand for a whole office, so it has more. */
const freeTries = { name: 5, address: 30 } as const;

export interface Attempt {
  username: string;
  address: string;
}

/**
 * Counts a try before the password is looked at, so that many at once get no more than one after
 * the other. After the free ones comes a pause that each try doubles, up to 15 minutes; names
 * that nobody has are counted alike.
 */
export async function countTry(db: Db, attempt: Attempt): Promise<void> {
  await countSubject(db, subjectOf('address', attempt.address), freeTries.address);
  await countSubject(db, subjectOf('name', attempt.username), freeTries.name);
}

/** A right password takes the tries back. */
export async function forgetTries(db: Db, attempt: Attempt): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('subject', '=', subjectOf('name', attempt.username))
    .execute();
  await sql`
    update sign_in_failures set failures = failures - 1,
      blocked_until = case when failures - 1 < ${freeTries.address}::int then ${never}
        else blocked_until end
    where subject = ${subjectOf('address', attempt.address)} and failures > 0
  `.execute(db);
}

/** Not "now": of two tries at once the one that began first would find itself held up. */
const never = sql<Date>`'epoch'::timestamptz`;

async function countSubject(db: Db, subject: string, free: number): Promise<void> {
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_failures as f (subject, failures, last_failed_at, blocked_until)
    values (${subject}, 1, now(), ${never})
    on conflict (subject) do update set
      failures = ${nextCount},
      last_failed_at = now(),
      blocked_until = case when ${nextCount} < ${free}::int then ${never}
        else now() + least(power(2, ${nextCount} - ${free}::int + 1), 900) * interval '1 second' end
    where f.blocked_until <= now()
    returning failures
  `.execute(db);
  if (rows.length === 0) throw await tooMany(db, subject);
}

/** A quarter of an hour of peace starts the count anew. */
const nextCount = sql<number>`
  (case when f.last_failed_at < now() - interval '15 minutes' and f.blocked_until <= now()
     - interval '15 minutes' then 1 else least(f.failures + 1, 60) end)`;

async function tooMany(db: Db, subject: string): Promise<Refusal> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from blocked_until - now())))::int as seconds
    from sign_in_failures where subject = ${subject}
  `.execute(db);
  return new Refusal('tooMany', 'Too many wrong tries. Please wait and try again.', {
    retryAfterSeconds: rows[0]?.seconds ?? 1,
  });
}

/** Hashed, so that a password typed into the name field is not kept in the clear. */
function subjectOf(kind: keyof typeof freeTries, text: string): string {
  return `${kind}:${createHash('sha256').update(text.toLowerCase()).digest('base64url')}`;
}
