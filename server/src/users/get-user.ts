import assert from 'node:assert/strict';
import type { User, UserProfile } from '@pitboss/contract/users';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { userColumns } from './list-users.ts';
import { getBelow } from './tree.ts';

/** One row of the clients list. The caller has made sure that it may be seen. */
export async function getUser(db: Db, id: bigint): Promise<User> {
  const { rows } = await sql<User>`
    select ${userColumns} from users u where u.id = ${id}`.execute(db);
  assert(rows[0], 'A user that was just changed is there.');
  return rows[0];
}

export async function getProfile(db: Db, actor: Actor, id: bigint): Promise<UserProfile> {
  await getBelow(db, actor, id);
  const { rows } = await sql<UserProfile & { isGuarded: boolean }>`
    select ${userColumns}, u.parent_id as parent, u.created_at as "createdAt",
      u.updated_at as "updatedAt",
      exists (select from sessions s where s.user_id = u.id and s.ended_at is null
        and s.expires_at > now()) as "isLoggedIn",
      (select max(s.created_at) from sessions s where s.user_id = u.id) as "lastLoginAt",
      exists (select from second_factors f
        where f.user_id = u.id and f.confirmed_at is not null) as "isGuarded"
    from users u where u.id = ${id}`.execute(db);
  assert(rows[0], 'A user that may be seen is there.');
  const { isGuarded, ...profile } = rows[0];
  return profile.role === 'USER' ? profile : { ...profile, hasSecondFactor: isGuarded };
}
