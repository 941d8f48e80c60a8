import { notifications } from '@pitboss/contract/notifications';
import { readNow, write } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { getNotificationSettings, setNotificationSettings } from './notification-settings.ts';
import { listNotifications, markRead } from './notifications.ts';

export function notificationRoutes(app: App): void {
  readNow(app, notifications.list, ({ db, actor, body }) => listNotifications(db, actor, body));

  write(app, notifications.read, async ({ tx, actor, body }) => {
    const { unread, change } = await markRead(tx, actor, body);
    return { message: 'Marked as read.', data: { unread }, change };
  });

  readNow(app, notifications.settings, ({ db, actor }) => getNotificationSettings(db, actor));

  write(app, notifications.set, async ({ tx, actor, body }) => {
    const { settings, change } = await setNotificationSettings(tx, actor, body);
    return { message: 'Notification settings saved.', data: settings, change };
  });
}
