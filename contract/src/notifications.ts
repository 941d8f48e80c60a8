import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Amount, Currency, Money } from './money.ts';
import { blankable, FormWhole, Id, Instant } from './wire.ts';

/** What somebody may be called for. */
export const notificationKinds = [
  /** A client of one's own asks for money. */
  'request',
  /** So does a client of an operator below. */
  'requestBelow',
  'bigWin',
  /** A round was void, or not all of it could be settled. */
  'round',
  /** A sign-in to the own account from a browser that it did not know. */
  'signIn',
  /** Sign-ins to the own account, or to a client's, were refused again and again. */
  'refused',
  /** Somebody else switched maintenance. */
  'maintenance',
  /** What an administrator must act on. */
  'platform',
] as const;
export const NotificationKind = z.enum(notificationKinds, 'This is no kind of notification.');
export type NotificationKind = z.output<typeof NotificationKind>;

/** Kinds that only SUPER has to do with. */
export const superKinds: readonly NotificationKind[] = ['round', 'platform'];

/** What is wrong with the platform: docs/operating.md says what to do. */
export const Trouble = z.enum(['standby', 'archive', 'disk', 'seals', 'round']);
export type Trouble = z.output<typeof Trouble>;

const Facts = z.object({
  userId: z.optional(Id),
  username: z.optional(z.string()),
  requestId: z.optional(Id),
  type: z.optional(z.enum(['deposit', 'withdraw'])),
  currency: z.optional(Currency),
  amount: z.optional(Money),
  round: z.optional(Id),
  bets: z.optional(z.int()),
  address: z.optional(z.string()),
  agent: z.optional(z.string()),
  isOn: z.optional(z.boolean()),
  trouble: z.optional(Trouble),
  detail: z.optional(z.string()),
});

export const Notification = z.object({
  _id: Id,
  at: Instant,
  kind: NotificationKind,
  isRead: z.boolean(),
  facts: Facts,
});
export type Notification = z.output<typeof Notification>;

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
