import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { Refusal } from '../kernel/refusal.ts';

/**
 * Wrong tries that cost nothing, for each thing they are counted by. An address may stand for a
 * whole office, so it has more.
 */
const freeTries = { name: 5, device: 5, place: 5, password: 5, address: 30 } as const;

/** What a try is counted by: the kind, and the words that tell one from another. */
type Subject = [kind: keyof typeof freeTries, words: string];

export interface Attempt {
  username: string;
  /** The account of that name, if there is one. */
  userId: bigint | undefined;
  address: string;
  cookieHash: Buffer | null;
}

/**
 * Counts a try before the password is looked at, so that many at once get no more than one after
 * the other. After the free ones comes a pause that each try doubles, up to 15 minutes; names
 * that nobody has are counted alike. Answers with what a right password must take back.
 */
export async function countTry(db: Db, attempt: Attempt): Promise<() => Promise<void>> {
  const address: Subject = ['address', attempt.address];
  const name = await nameSubject(db, attempt);
  await count(db, address);
  await count(db, name);
  return async () => {
    await forget(db, name);
    await takeBack(db, address);
  };
}

/** Somebody with a session who has to say a password again; the account itself is not held up. */
export async function countPasswordTry(db: Db, userId: bigint): Promise<() => Promise<void>> {
  const subject: Subject = ['password', String(userId)];
  await count(db, subject);
  return () => forget(db, subject);
}

/**
 * Strangers' tries at a name are counted together. A browser that was signed in to the account
 * before, or else an address that was, is counted by itself: so nobody can keep its owner out.
 */
async function nameSubject(db: Db, attempt: Attempt): Promise<Subject> {
  const { username, userId, address, cookieHash } = attempt;
  const name = username.toLowerCase();
  const { rows } = await sql<{ isDevice: boolean; isPlace: boolean }>`
    select coalesce(bool_or(cookie_hash = ${cookieHash}::bytea), false) as "isDevice",
      coalesce(bool_or(address = ${address}), false) as "isPlace"
    from (select cookie_hash, address from sessions
      where user_id = ${userId ?? 0n} and created_at > now() - interval '30 days'
      order by created_at desc limit 100) last
  `.execute(db);
  const { isDevice, isPlace } = rows[0] ?? {};
  if (isDevice) return ['device', `${name} ${cookieHash?.toString('hex')}`];
  return isPlace ? ['place', `${name} ${address}`] : ['name', name];
}

async function forget(db: Db, subject: Subject): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('subject', '=', keyOf(subject)).execute();
}

/** Only this one: others behind the address may have guessed. */
async function takeBack(db: Db, subject: Subject): Promise<void> {
  await sql`
    update sign_in_failures set failures = failures - 1,
      blocked_until = case when failures - 1 < ${freeTries[subject[0]]}::int then ${never}
        else blocked_until end
    where subject = ${keyOf(subject)} and failures > 0
  `.execute(db);
}

/** Not "now": of two tries at once the one that began first would find itself held up. */
const never = sql<Date>`'epoch'::timestamptz`;

async function count(db: Db, subject: Subject): Promise<void> {
  const free = freeTries[subject[0]];
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_failures as f (subject, failures, last_failed_at, blocked_until)
    values (${keyOf(subject)}, 1, now(), ${never})
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

async function tooMany(db: Db, subject: Subject): Promise<Refusal> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from blocked_until - now())))::int as seconds
    from sign_in_failures where subject = ${keyOf(subject)}
  `.execute(db);
  return new Refusal('tooMany', 'Too many wrong tries. Please wait and try again.', {
    retryAfterSeconds: rows[0]?.seconds ?? 1,
  });
}

/** Hashed, so that a password typed into the name field is not kept in the clear. */
function keyOf([kind, words]: Subject): string {
  return `${kind}:${createHash('sha256').update(words).digest('base64url')}`;
}
