import { sql } from 'kysely';
import type { Actor } from '../kernel/actor.ts';

export interface TargetRow {
  targetKind: string | null;
  targetId: bigint | null;
  targetName: string | null;
  targetUserId: bigint | null;
  targetSince: Date | null;
}

/** What `audit_events e` was done to, and whose that is. */
export const targetSource = sql`
  left join cash_requests r on e.target_kind = 'cash-request' and r.id = e.target_id
  left join banks b on e.target_kind = 'bank' and b.id = e.target_id
  left join bets p on e.target_kind = 'bet' and p.id = e.target_id
  left join users t on t.id = case e.target_kind when 'user' then e.target_id
    when 'session' then e.actor_id else coalesce(r.user_id, b.owner_id, p.user_id) end`;

/** Of what is not the caller's only what it is, and the number that was named. */
export function targetColumns({ id }: Actor) {
  const isOurs = sql`(t.id = ${id} or ${id} = any (t.ancestor_ids))`;
  return sql`e.target_kind as "targetKind", e.target_id as "targetId",
    case when ${isOurs} then coalesce(b.bank_name, t.username) end as "targetName",
    case when ${isOurs} then t.id end as "targetUserId",
    case when ${isOurs} then coalesce(r.created_at, p.created_at) end as "targetSince"`;
}
