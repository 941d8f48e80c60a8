import { createHash, randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';

export interface SessionLimits {
  hoursMax: number;
  idleMinutesMax: number;
}

/** Only the hash is stored, of a cookie's secret too: a copy of the database opens no session. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export async function openSession(
  tx: Tx,
  userId: bigint,
  from: { address: string; agent: string; secret: string | undefined },
  limits: SessionLimits,
): Promise<{ token: string; sessionId: bigint }> {
  const token = randomBytes(32).toString('base64url');
  const { id } = await tx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      address: from.address,
      agent: from.agent,
      cookie_hash: from.secret === undefined ? null : hashToken(from.secret),
      expires_at: sql`now() + make_interval(hours => ${limits.hoursMax}::int)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { token, sessionId: id };
}

/** More than anybody needs; without a limit a program that never signs out piles them up. */
const liveMax = 50;

/**
 * Ends those unused longest of a person's live sessions, so that one more is not too many, and
 * answers how many. The person's sessions are held alone.
 */
export async function makeRoomForSession(
  tx: Tx,
  userId: bigint,
  { idleMinutesMax }: SessionLimits,
): Promise<number> {
  const surplus = sql`select id from sessions
    where user_id = ${userId} and ended_at is null and expires_at > now()
      and last_used_at > now() - make_interval(mins => ${idleMinutesMax}::int)
    order by last_used_at desc, id desc offset ${liveMax - 1}`;
  return end(tx, sql`id in (${surplus})`, 'too many sessions');
}

/** Ends a session of this person, if it is open. */
export async function endSession(
  tx: Tx,
  sessionId: bigint,
  { ofUser, reason }: { ofUser: bigint; reason: string },
): Promise<boolean> {
  return (await end(tx, sql`id = ${sessionId} and user_id = ${ofUser}`, reason)) === 1;
}

/** Ends a person's sessions, save the one named, and answers how many. */
export async function endSessionsOf(
  tx: Tx,
  userId: bigint,
  reason: string,
  except: bigint | null = null,
): Promise<number> {
  return end(tx, sql`user_id = ${userId} and id is distinct from ${except}::bigint`, reason);
}

/** Ends the sessions of an account and of everyone below it. */
export async function endSessionsOfBranch(tx: Tx, userId: bigint, reason: string): Promise<void> {
  const branch = sql`select id from users
    where id = ${userId} or ancestor_ids @> array[${userId}::bigint]`;
  await end(tx, sql`user_id in (${branch})`, reason);
}

async function end(tx: Tx, which: RawBuilder<unknown>, reason: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update sessions set ended_at = now(), end_reason = ${reason} where ended_at is null and ${which}
  `.execute(tx);
  return Number(numAffectedRows);
}
