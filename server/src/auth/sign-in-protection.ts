import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { Refusal } from '../kernel/refusal.ts';
import { networkOf } from './network.ts';

/**
 * Wrong tries that cost nothing, for each thing they are counted by. An address may stand for a
 * whole office, so it has more.
 */
const freeTries = { name: 5, device: 5, place: 5, password: 5, code: 5, address: 30 } as const;

/** What a try is counted by: the kind, and the words that tell one from another. */
type Subject = [kind: keyof typeof freeTries, words: string];

export interface Attempt {
  username: string;
  /** The account of that name, if there is one. */
  userId: bigint | undefined;
  address: string;
  cookieHash: Buffer | null;
}

/** A try that was let through and whose password is now looked at: one of the two must follow. */
export interface Try {
  right: () => Promise<void>;
  wrong: () => Promise<void>;
}

/** A try that must wait: what holds it up, and what it is told. */
export interface Slowed {
  kind: Subject[0];
  subject: string;
  refusal: Refusal;
}

/**
 * Counts a try before the password is looked at, so that many at the same time get no further than
 * one after the other. After the free ones comes a pause that each wrong try doubles, up to 15
 * minutes; names that nobody has are counted alike.
 */
export async function countTry(db: Db, attempt: Attempt): Promise<Try | Slowed> {
  return begin(db, await subjectsOf(db, attempt));
}

/**
 * A code of one who knows the password or has a session: nobody else can hold the account's codes
 * up. Counted apart from passwords, so that a right one of those wins nothing back.
 */
export async function countCodeTry(db: Db, userId: bigint): Promise<Try | Slowed> {
  return begin(db, [['code', String(userId)]]);
}

/** Somebody with a session who has to prove itself again; the account itself is not held up. */
export async function countOwnTry(db: Db, kind: 'password' | 'code', userId: bigint): Promise<Try> {
  const counted = await begin(db, [[kind, String(userId)]]);
  if ('refusal' in counted) throw counted.refusal;
  return counted;
}

/**
 * Strangers' tries are counted by their address, and together by the name they try. A browser that
 * was signed in to the account before is counted by itself alone, and an address that was by itself
 * instead of with those who try the name: so nobody can keep the owner out.
 */
async function subjectsOf(db: Db, attempt: Attempt): Promise<Subject[]> {
  const { username, userId = 0n, cookieHash } = attempt;
  const name = username.toLowerCase();
  const { rows } = await sql<{ isDevice: boolean; addresses: string[] }>`
    select exists (select from sessions
        where cookie_hash = ${cookieHash} and user_id = ${userId}) as "isDevice",
      array(select distinct address from (select address from sessions
        where user_id = ${userId} and created_at > now() - interval '30 days'
        order by created_at desc limit 100) last) as addresses
  `.execute(db);
  const { isDevice = false, addresses = [] } = rows[0] ?? {};
  if (isDevice) return [['device', `${name} ${cookieHash?.toString('hex')}`]];
  const network = networkOf(attempt.address);
  const isPlace = addresses.some((address) => networkOf(address) === network);
  return [['address', network], isPlace ? ['place', `${name} ${network}`] : ['name', name]];
}

async function begin(db: Db, subjects: Subject[]): Promise<Try | Slowed> {
  // Looked for first: a try that must wait counts for nothing, not even for a moment.
  const slowed = await findSlowed(db, subjects);
  if (slowed) return slowed;
  const counted: Subject[] = [];
  const each = async (work: (db: Db, subject: Subject) => Promise<void>) => {
    for (const subject of counted) await work(db, subject);
  };
  for (const subject of subjects) {
    if (!(await count(db, subject))) {
      await each(takeBack);
      return (await findSlowed(db, [subject])) ?? slowedBy(subject, 1);
    }
    counted.push(subject);
  }
  // Others behind the address may have guessed, so of those only this one is taken back.
  const forgive = (_: Db, subject: Subject) =>
    subject[0] === 'address' ? takeBack(db, subject) : forget(db, subject);
  return { right: () => each(forgive), wrong: () => each(confirm) };
}

async function findSlowed(db: Db, subjects: Subject[]): Promise<Slowed | undefined> {
  const { rows } = await sql<{ subject: string; seconds: number }>`
    select subject, greatest(1, ceil(extract(epoch from blocked_until - now())))::int as seconds
    from sign_in_failures where subject = any(${subjects.map(keyOf)}) and blocked_until > now()
  `.execute(db);
  const [row] = rows;
  const subject = subjects.find((one) => keyOf(one) === row?.subject);
  return row && subject && slowedBy(subject, row.seconds);
}

function slowedBy(subject: Subject, retryAfterSeconds: number): Slowed {
  const refusal = new Refusal('tooMany', 'Too many wrong tries. Please wait and try again.', {
    retryAfterSeconds,
  });
  return { kind: subject[0], subject: keyOf(subject), refusal };
}

/** Not "now": of two tries at the same time the one that began first would find itself held up. */
const never = sql<Date>`'epoch'::timestamptz`;

/** Only the wrong tries: those that were refused unseen may still have to come on record. */
async function forget(db: Db, subject: Subject): Promise<void> {
  await db
    .updateTable('sign_in_failures')
    .set({ failures: 0, blocked_until: never })
    .where('subject', '=', keyOf(subject))
    .execute();
}

/**
 * For whoever an administrator lets in: forgets what is counted against an account, from the places
 * and browsers that are known to it, and against an address. Answers how many counts there were.
 */
export async function forgetAll(
  db: Db,
  { id, username }: { id: bigint; username: string },
  address?: string,
): Promise<number> {
  const { rows } = await sql<{ cookies: (Buffer | null)[]; addresses: string[] }>`
    select array_agg(distinct cookie_hash) as cookies, array_agg(distinct address) as addresses
    from sessions where user_id = ${id}`.execute(db);
  const { cookies, addresses } = rows[0] ?? {};
  const name = username.toLowerCase();
  const networks = [...(addresses ?? []), ...(address ? [address] : [])].map(networkOf);
  const subjects: Subject[] = [
    ['name', name],
    ['password', String(id)],
    ['code', String(id)],
    ...(cookies ?? []).map((hash): Subject => ['device', `${name} ${hash?.toString('hex')}`]),
    ...networks.map((network): Subject => ['place', `${name} ${network}`]),
    ...(address ? [['address', networkOf(address)] satisfies Subject] : []),
  ];
  const { numAffectedRows } = await sql`
    update sign_in_failures set failures = 0, blocked_until = ${never}
    where subject = any(${subjects.map(keyOf)}) and failures > 0`.execute(db);
  return Number(numAffectedRows);
}

/** How long a password may be looked at before the next try is let through. */
const underWay = sql`interval '15 seconds'`;

/** Whether the try may go on. From the last free one on it is alone until more is known of it. */
async function count(db: Db, subject: Subject): Promise<boolean> {
  const free = freeTries[subject[0]];
  const { rows } = await sql`
    insert into sign_in_failures as f (subject, failures, last_failed_at, blocked_until)
    values (${keyOf(subject)}, 1, now(), ${never})
    on conflict (subject) do update set
      failures = ${nextCount},
      blocked_until = case when ${nextCount} < ${free}::int then ${never}
        else now() + ${underWay} end
    where f.blocked_until <= now()
    returning failures
  `.execute(db);
  return rows.length > 0;
}

/** It was wrong: only now the pause is known, and only now it is a failure that peace is after. */
async function confirm(db: Db, subject: Subject): Promise<void> {
  await sql`
    update sign_in_failures set last_failed_at = now(),
      blocked_until = ${pauseFrom(sql`now()`, sql`failures`, subject)}
    where subject = ${keyOf(subject)}
  `.execute(db);
}

/** As if it had not been: what is held up is what the last wrong try held up, and no longer. */
async function takeBack(db: Db, subject: Subject): Promise<void> {
  await sql`
    update sign_in_failures set failures = failures - 1,
      blocked_until = ${pauseFrom(sql`last_failed_at`, sql`failures - 1`, subject)}
    where subject = ${keyOf(subject)} and failures > 0
  `.execute(db);
}

function pauseFrom(at: RawBuilder<unknown>, failures: RawBuilder<unknown>, [kind]: Subject) {
  const free = sql`${freeTries[kind]}::int`;
  return sql`(case when ${failures} < ${free} then ${never}
    else ${at} + least(power(2, ${failures} - ${free} + 1), 900) * interval '1 second' end)`;
}

/** A quarter of an hour of peace starts the count anew. */
const nextCount = sql<number>`
  (case when f.last_failed_at < now() - interval '15 minutes' and f.blocked_until <= now()
     - interval '15 minutes' then 1 else least(f.failures + 1, 60) end)`;

/** Hashed, so that a password typed into the name field is not kept in the clear. */
function keyOf([kind, words]: Subject): string {
  return `${kind}:${createHash('sha256').update(words).digest('base64url')}`;
}
