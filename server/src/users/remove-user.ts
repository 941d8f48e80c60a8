import type { DeletedUser } from '@pitboss/contract/users';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { balanceOfUser } from '../ledger/balances.ts';
import { assertFreshForOperators } from '../security/security-settings.ts';
import { shutOut } from './shut-out.ts';
import { holdDeletedClient, holdDirectClient, type Person } from './tree.ts';

/** Deletes a client. Its wallet stays as it is, its whole branch can no longer sign in. */
export async function removeUser(tx: Tx, actor: Actor, id: bigint): Promise<Change> {
  const client = await holdDirectClient(tx, actor, id);
  if (client.role !== 'USER') await assertFreshForOperators(tx, actor);
  const left = await shutOut(tx, actor, id, 'deleted');
  return setDeleted(tx, client, true, left);
}

export async function restoreUser(tx: Tx, actor: Actor, id: bigint): Promise<Change> {
  return setDeleted(tx, await holdDeletedClient(tx, actor, id), false);
}

export async function listDeletedUsers(db: Db, actor: Actor): Promise<DeletedUser[]> {
  const { rows } = await sql<DeletedUser>`
    select u.id as "_id", u.username, u.name, u.role, u.is_demo as "isDemo",
      ${balanceOfUser} as balance, u.currency, u.deleted_at as "deletedAt"
    from users u where u.parent_id = ${actor.id} and u.deleted_at is not null
    order by u.deleted_at desc, u.id desc`.execute(db);
  return rows;
}

async function setDeleted(
  tx: Tx,
  { id, username }: Person,
  isDeleted: boolean,
  left: object = {},
): Promise<Change> {
  await tx
    .updateTable('users')
    .set({ deleted_at: isDeleted ? sql`now()` : null, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  const after = { username, isDeleted, ...left };
  return { kind: 'user', id, before: { username, isDeleted: !isDeleted }, after };
}
