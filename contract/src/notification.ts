import * as z from 'zod/mini';
import { Currency, Money } from './money.ts';
import { Id, Instant } from './wire.ts';

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
export const Trouble = z.enum(['standby', 'archive', 'disk', 'seals', 'round', 'books']);
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
