import { sql } from 'kysely';
import type { Actor } from '../kernel/actor.ts';

/**
 * What the caller is told of who acted in `audit_events e left join users u`: of somebody outside
 * its branch what they are, not who and from where.
 */
export function toldOf({ id, ancestorIds }: Actor) {
  const isOurs = sql`(e.actor_id is null or e.actor_id = ${id} or ${id} = any (u.ancestor_ids))`;
  const by = sql`case when ${isOurs} then e.actor_name
    when e.actor_id = any (${ancestorIds}::bigint[]) then 'An operator above you'
    else 'Somebody outside your branch' end`;
  return { isOurs, by };
}
