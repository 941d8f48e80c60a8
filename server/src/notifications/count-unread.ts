import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Whoever counts further is told that there are many. */
const unreadMax = 100;

/** How many notifications of these people wait to be read. */
export async function countUnread(db: Db, ids: bigint[]): Promise<Map<bigint, number>> {
  const { rows } = await sql<{ id: bigint; unread: number }>`
    select o.id, (select count(*) from (
      select from notifications n where n.user_id = o.id and n.read_at is null
      limit ${unreadMax}) n)::int as unread
    from unnest(${ids}::bigint[]) o (id)`.execute(db);
  return new Map(rows.map(({ id, unread }) => [id, unread]));
}
