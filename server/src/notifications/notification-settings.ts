import type { BodyOf } from '@pitboss/contract/endpoint';
import { type Currency, currencies, type Minor } from '@pitboss/contract/money';
import type { NotificationKind } from '@pitboss/contract/notification';
import type { NotificationSettings, notifications } from '@pitboss/contract/notifications';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';

/** What an operator is called for; what it never set is as it is for everybody. */
export async function getNotificationSettings(
  db: Db,
  { id }: Pick<Actor, 'id'>,
): Promise<NotificationSettings> {
  const kept = await db
    .selectFrom('notification_settings')
    .select(['muted', 'has_sound'])
    .where('user_id', '=', id)
    .executeTakeFirst();
  const { rows } = await sql<{ currency: Currency; limit: Minor }>`
    select distinct on (currency) currency, limit_minor as limit from big_win_limits
    where user_id = ${id} or user_id is null order by currency, user_id nulls last`.execute(db);
  return {
    muted: (kept?.muted ?? []) as NotificationKind[],
    hasSound: kept?.has_sound ?? false,
    bigWins: currencies.flatMap((one) => rows.filter(({ currency }) => currency === one)),
  };
}

/** Changes what is sent. */
export async function setNotificationSettings(
  tx: Tx,
  actor: Pick<Actor, 'id'>,
  { muted, hasSound, bigWins = [] }: BodyOf<typeof notifications.set>,
): Promise<{ settings: NotificationSettings; change: Change }> {
  const before = await getNotificationSettings(tx, actor);
  const kept = {
    muted: [...new Set(muted ?? before.muted)],
    has_sound: hasSound ?? before.hasSound,
  };
  await tx
    .insertInto('notification_settings')
    .values({ user_id: actor.id, ...kept })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(kept))
    .execute();
  for (const { currency, limit } of bigWins) {
    await sql`
      insert into big_win_limits (user_id, currency, limit_minor)
      values (${actor.id}, ${currency}, ${limit})
      on conflict (user_id, currency) do update set limit_minor = excluded.limit_minor
    `.execute(tx);
  }
  const settings = await getNotificationSettings(tx, actor);
  return { settings, change: { kind: 'user', id: actor.id, before, after: settings } };
}
