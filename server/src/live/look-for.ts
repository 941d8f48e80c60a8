import type { LiveNow } from '@pitboss/contract/live';
import type { Db } from '../db/database.ts';
import { countUnread } from '../notifications/count-unread.ts';
import { toNotification } from '../notifications/notification-row.ts';
import { valuesOf } from './live-parts.ts';
import { findMissed, look, type Watcher } from './look.ts';

/** The same as a stream's first message, for who cannot have a stream. */
export async function lookFor(
  db: Db,
  watcher: Watcher,
  since: string | undefined,
): Promise<LiveNow> {
  const now = await look(db, [watcher]);
  const missed = since === undefined ? [] : await findMissed(db, watcher.id, since);
  const unread = (await countUnread(db, [watcher.id])).get(watcher.id) ?? 0;
  return {
    at: now.at,
    cursor: now.cursor,
    ...valuesOf(now, now.shareOf(watcher), unread),
    notifications: missed.map(toNotification),
  };
}
