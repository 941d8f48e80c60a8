import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Amount, Currency, Money } from './money.ts';
import { Notification, NotificationKind } from './notification.ts';
import { blankable, FormWhole, Id } from './wire.ts';

export const NotificationSettings = z.object({
  /** Kinds that the caller does not get. */
  muted: z.array(NotificationKind),
  hasSound: z.boolean(),
  /** From which win on a client's is a big one. */
  bigWins: z.array(z.object({ currency: Currency, limit: Money })),
});
export type NotificationSettings = z.output<typeof NotificationSettings>;

const pageMessage = 'Ask for 1 to 100 notifications.';

export const notifications = {
  list: endpoint({
    name: 'notifications.list',
    method: 'GET',
    path: '/notifications',
    about: { kind: 'user', id: 'caller' },
    summary: "The caller's own notifications, newest first.",
    allow: 'operators',
    effect: 'read',
    body: z.strictObject({
      limit: z._default(FormWhole(1, 100, pageMessage), 30),
      /** The last of the page before. */
      before: blankable(Id),
    }),
    result: z.object({ unread: z.int(), data: z.array(Notification) }),
  }),
  read: endpoint({
    name: 'notifications.read',
    method: 'POST',
    path: '/notifications/read',
    about: { kind: 'user', id: 'caller' },
    summary: 'Marks notifications as read: those that are named, or all up to one.',
    allow: 'operators',
    effect: 'write',
    whileSuspended: true,
    body: z.strictObject({
      ids: z.optional(z.array(Id).check(z.maxLength(100, 'Name at most 100 at once.'))),
      upTo: blankable(Id),
    }),
    result: z.optional(z.object({ unread: z.int() })),
  }),
  settings: endpoint({
    name: 'notifications.settings',
    method: 'GET',
    path: '/notifications/settings',
    about: { kind: 'user', id: 'caller' },
    summary: 'What the caller is called for.',
    allow: 'operators',
    effect: 'read',
    result: NotificationSettings,
  }),
  set: endpoint({
    name: 'notifications.set',
    method: 'PATCH',
    path: '/notifications/settings',
    about: { kind: 'user', id: 'caller' },
    summary: 'Changes the settings that are sent.',
    allow: 'operators',
    effect: 'write',
    body: z.strictObject({
      muted: z.optional(z.array(NotificationKind)),
      hasSound: z.optional(z.boolean('Must be true or false.')),
      bigWins: z.optional(
        z
          .array(z.strictObject({ currency: Currency, limit: Amount }))
          .check(z.maxLength(3, 'One limit for each currency.')),
      ),
    }),
    result: NotificationSettings,
  }),
};
