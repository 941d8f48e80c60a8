import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import type { notifications } from '@pitboss/contract/notifications';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { countUnread } from './count-unread.ts';
import { type NotificationRow, notificationColumns, toNotification } from './notification-row.ts';

/** A person's own, newest first. */
export async function listNotifications(
  db: Db,
  { id }: Pick<Actor, 'id'>,
  { limit, before }: BodyOf<typeof notifications.list>,
): Promise<ResultOf<typeof notifications.list>> {
  const { rows } = await sql<NotificationRow>`
    select ${notificationColumns} from notifications n
    where n.user_id = ${id} and (${before ?? null}::bigint is null or n.id < ${before ?? null})
    order by n.id desc limit ${limit}`.execute(db);
  return { unread: await unreadOf(db, id), data: rows.map(toNotification) };
}

/** Nobody else's: an id of somebody else's is passed over. */
export async function markRead(
  tx: Tx,
  { id: userId }: Pick<Actor, 'id'>,
  { ids = [], upTo }: BodyOf<typeof notifications.read>,
): Promise<{ unread: number; change: Change }> {
  const { numAffectedRows } = await sql`
    update notifications set read_at = platform_now()
    where user_id = ${userId} and read_at is null
      and (id = any (${ids}::bigint[]) or id <= ${upTo ?? null}::bigint)`.execute(tx);
  const after = { read: Number(numAffectedRows) };
  return { unread: await unreadOf(tx, userId), change: { kind: 'user', id: userId, after } };
}

async function unreadOf(db: Db, id: bigint): Promise<number> {
  return (await countUnread(db, [id])).get(id) ?? 0;
}
