import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import { readCookieHash } from '../auth/browser.ts';
import { hashToken } from '../auth/sessions.ts';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Actor, Origin } from '../kernel/actor.ts';
import { Refusal } from '../kernel/refusal.ts';

export interface Credentials {
  token: string | undefined;
  /** Of the cookie beside it: a browser's session needs both. */
  cookieHash: Buffer | null;
  /** A background refresh does not keep an idle session alive. */
  isBackground: boolean;
}

type Found = Omit<Actor, keyof Origin | 'status' | 'limits' | 'idempotencyKey'> &
  Actor['limits'] & { status: 'active' | 'suspended' | 'locked'; isStale: boolean };

export function readCredentials(headers: IncomingHttpHeaders): Credentials {
  const token = /^Bearer ([\w-]{20,200})$/.exec(headers.authorization ?? '')?.[1];
  const cookieHash = readCookieHash(headers);
  return { token, cookieHash, isBackground: headers['x-background'] === 'true' };
}

/** Turns a bearer token into the one who acts, or refuses: no session, ended, expired or idle. */
export async function authenticate(
  db: Db,
  origin: Origin,
  credentials: Credentials,
  idempotencyKey: string | null,
  idleMinutesMax: number,
): Promise<Actor> {
  const found = await findSession(db, credentials, idleMinutesMax);
  if (!found || found.status === 'locked') {
    throw new Refusal('unauthenticated', 'Session expired. Please log in again.');
  }
  const { isStale, status, minimumBetsMinor, maximumBetsMinor, ...person } = found;
  if (isStale && !credentials.isBackground) await touch(db, person.sessionId);
  const limits = { minimumBetsMinor, maximumBetsMinor };
  return { ...origin, ...person, status, limits, idempotencyKey };
}

async function findSession(db: Db, { token, cookieHash }: Credentials, idleMinutesMax: number) {
  if (!token) return undefined;
  const { rows } = await sql<Found>`
    select s.id as "sessionId", u.id, u.username, u.name, u.role, u.currency,
      u.is_demo as "isDemo", u.ancestor_ids as "ancestorIds",
      u.minimum_bets_minor as "minimumBetsMinor", u.maximum_bets_minor as "maximumBetsMinor",
      effective_status(u.id, u.ancestor_ids) as status,
      s.last_used_at < now() - interval '30 seconds' as "isStale"
    from live_sessions(${hashToken(token)}, ${idleMinutesMax}, ${cookieHash}) s
    join users u on u.id = s.user_id
  `.execute(db);
  return rows[0];
}

/**
 * Written at most every 30 seconds, so that reading a list does not cost a write each time. Nothing
 * hangs on it: neither a standby nor another call of the session is waited for.
 */
async function touch(db: Db, sessionId: bigint): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx);
    await sql`
      update sessions set last_used_at = now() where id =
        (select id from sessions where id = ${sessionId} for update skip locked)`.execute(tx);
  });
}
