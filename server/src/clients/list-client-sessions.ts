import type { ClientSession } from '@pitboss/contract/clients';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { getBelow } from '../users/tree.ts';

const sessionsInAnswer = 50;

interface Asked {
  before?: bigint | undefined;
  idleMinutesMax: number;
}

/** Where an account below the caller was signed in, newest first. One left idle has run out. */
export async function listClientSessions(
  db: Db,
  actor: Actor,
  id: bigint,
  { before = undefined, idleMinutesMax }: Asked,
): Promise<ClientSession[]> {
  await getBelow(db, actor, id);
  const runsOut = sql`least(s.expires_at,
    s.last_used_at + make_interval(mins => ${idleMinutesMax}::int))`;
  const { rows } = await sql<ClientSession>`
    select s.id as _id, s.created_at as "createdAt", s.last_used_at as "lastUsedAt",
      coalesce(s.ended_at, case when ${runsOut} <= now() then ${runsOut} end) as "endedAt",
      coalesce(s.end_reason, case when ${runsOut} <= now() then 'expired' end) as "endReason",
      s.address, s.agent
    from sessions s
    where s.user_id = ${id} and (${before ?? null}::bigint is null or s.created_at
      < (select o.created_at from sessions o where o.id = ${before ?? null}::bigint))
    order by s.created_at desc, s.id desc limit ${sessionsInAnswer}`.execute(db);
  return rows;
}
