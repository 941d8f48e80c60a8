import type { Notification } from '@pitboss/contract/notification';
import { sql } from 'kysely';

/** As it is kept: amounts and ids as text, which JSON has no other way for. */
interface KeptFacts
  extends Omit<Notification['facts'], 'amount' | 'userId' | 'requestId' | 'round'> {
  amountMinor?: string;
  userId?: string;
  requestId?: string;
  round?: string;
}

export interface NotificationRow {
  id: bigint;
  userId: bigint;
  kind: Notification['kind'];
  facts: KeptFacts;
  at: Date;
  isRead: boolean;
  xact: string;
}

/** For queries over `notifications n`. */
export const notificationColumns = sql`
  n.id, n.user_id as "userId", n.kind, n.facts, n.at, n.read_at is not null as "isRead",
  n.xact::text as xact`;

export function toNotification({ id, at, kind, isRead, facts }: NotificationRow): Notification {
  const { amountMinor, userId, requestId, round, ...plain } = facts;
  return {
    _id: id,
    at,
    kind,
    isRead,
    facts: {
      ...plain,
      ...(amountMinor === undefined ? {} : { amount: BigInt(amountMinor) }),
      ...(userId === undefined ? {} : { userId: BigInt(userId) }),
      ...(requestId === undefined ? {} : { requestId: BigInt(requestId) }),
      ...(round === undefined ? {} : { round: BigInt(round) }),
    },
  };
}
