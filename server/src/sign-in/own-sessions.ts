import type { Session } from '@pitboss/contract/sessions';
import { sql } from 'kysely';
import { endSession, endSessionsOf } from '../auth/sessions.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { Refusal } from '../kernel/refusal.ts';

/** Where the caller is signed in, the newest first. */
export async function listSessions(
  db: Db,
  actor: Actor,
  idleMinutesMax: number,
): Promise<Session[]> {
  const { rows } = await sql<Session>`
    select id as _id, created_at as "createdAt", last_used_at as "lastUsedAt",
      expires_at as "expiresAt", address, agent, id = ${actor.sessionId} as "isCurrent"
    from sessions
    where user_id = ${actor.id} and ended_at is null and expires_at > now()
      and last_used_at > now() - make_interval(mins => ${idleMinutesMax}::int)
    order by created_at desc, id desc`.execute(db);
  return rows;
}

/** Ends one of the caller's own; anybody else's is not there for it. */
export async function endOwnSession(
  tx: Tx,
  actor: Actor,
  id: bigint,
  reason: string,
): Promise<Change> {
  const isEnded = await endSession(tx, id, { ofUser: actor.id, reason });
  if (!isEnded) throw new Refusal('notFound', 'Session not found.');
  return { kind: 'session', id };
}

export async function endOtherSessions(
  tx: Tx,
  actor: Actor,
): Promise<{ ended: number; change: Change }> {
  const ended = await endSessionsOf(tx, actor.id, 'ended by its owner', actor.sessionId);
  return { ended, change: { kind: 'session', id: actor.sessionId, after: { ended } } };
}
