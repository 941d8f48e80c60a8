import type { ActivityObject } from '@pitboss/contract/activity';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { isId } from '../lists/search.ts';

/**
 * The events of `activity a` about one object. A client is meant by its username, where it is one
 * of the caller's branch, and its sign-ins are about it too; anything else by its number. Which of
 * them the caller sees is not decided here: that is what the rows of `activity` say.
 */
export async function aboutObject(
  db: Db,
  actor: Actor,
  on: ActivityObject,
  object: string,
): Promise<RawBuilder<unknown>> {
  const isUser = on === 'user';
  const id = isUser ? (await findAccount(db, actor, object))?.id : numberIn(object);
  if (id === undefined) return sql`false`;
  const signIns = sql`union all select s.at, s.id from audit_events s
    where s.target_kind = 'session' and s.actor_id = ${id}`;
  return sql`(a.at, a.event_id) in (
    select o.at, o.id from audit_events o where o.target_kind = ${on} and o.target_id = ${id}
    ${isUser ? signIns : sql``})`;
}

function numberIn(object: string): bigint | undefined {
  const text = object.trim();
  return isId(text) ? BigInt(text) : undefined;
}

interface Account {
  id: bigint;
  isOperator: boolean;
}

/** An account of the caller's branch, itself included, by its whole username. */
export async function findAccount(
  db: Db,
  { id }: Actor,
  name: string,
): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select u.id, u.role <> 'USER' as "isOperator" from users u
    where lower(u.username) = lower(${name.trim()})
      and (u.id = ${id} or ${id} = any (u.ancestor_ids))`.execute(db);
  return rows[0];
}
