import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** For how long each kind is kept, as the settings say; unset: for ever. */
export interface RetentionRules {
  sessionsDays: number;
  keysDays: number;
  notificationsDays: number;
  receiptsDays: number | undefined;
  /** Whole months; what is older is moved to the archive by an administrator's command. */
  betsMonths: number | undefined;
}

interface Kind {
  /** What is forgotten, in words: "12 sessions". */
  what: string;
  setting: string;
  days: (rules: RetentionRules) => number | undefined;
  forget: string;
  /** All of them, the oldest of them, and those that are due. */
  look: (days: number) => RawBuilder<Found>;
}

interface Found {
  rows: bigint;
  oldest: Date | null;
  due: bigint;
}

const never = 1_000_000;

/** What a node may forget by itself. */
export const kinds: Kind[] = [
  {
    what: 'sessions that are over',
    setting: 'RETAIN_SESSIONS_DAYS',
    days: (rules) => rules.sessionsDays,
    forget: 'forget_sessions',
    look: (days) => sql`select count(*) as rows, min(created_at) as oldest,
      (select count(*) from due_sessions(${days}::int)) as due from sessions
      where least(ended_at, expires_at) < now()`,
  },
  {
    what: 'answers for repeated calls',
    setting: 'RETAIN_KEYS_DAYS',
    days: (rules) => rules.keysDays,
    forget: 'forget_keys',
    look: (days) => sql`select count(*) as rows, min(created_at) as oldest,
      count(*) filter (where created_at < now() - make_interval(days => ${days}::int)) as due
      from idempotency_keys`,
  },
  {
    what: 'notifications',
    setting: 'RETAIN_NOTIFICATIONS_DAYS',
    days: (rules) => rules.notificationsDays,
    forget: 'forget_notifications',
    look: (days) => sql`select count(*) as rows, min(at) as oldest,
      count(*) filter (where at < platform_now() - make_interval(days => ${days}::int)) as due
      from notifications`,
  },
  {
    what: 'receipts of decided deposits',
    setting: 'RETAIN_RECEIPTS_DAYS',
    days: (rules) => rules.receiptsDays,
    forget: 'forget_receipts',
    look: (days) => sql`select count(*) as rows, min(created_at) as oldest,
      (select count(*) from due_receipts(${days}::int)) as due from cash_requests
      where type = 'deposit' and status in ('success', 'cancelled')
        and receipt_hash <> sha256(blank_picture())`,
  },
];

/** How many at once: a call that meets them waits for no longer than that. */
const batch = 1_000;

/** Forgets what is due of every kind that is not kept for ever, and answers how many of each. */
export async function forgetDue(
  db: Db,
  rules: RetentionRules,
  stopping?: AbortSignal,
): Promise<{ what: string; forgotten: number }[]> {
  const done: { what: string; forgotten: number }[] = [];
  for (const { what, forget, days } of kinds) {
    const after = days(rules);
    if (after === undefined) continue;
    let forgotten = 0;
    for (let last = 1; last > 0 && !stopping?.aborted; forgotten += last) {
      const { rows } = await sql<{ count: number }>`
        select ${sql.id(forget)}(${after}::int, ${batch}::int) as count`.execute(db);
      last = rows[0]?.count ?? 0;
    }
    done.push({ what, forgotten });
  }
  return done;
}

/** "12 sessions, 340 notifications"; nothing where there was nothing. */
export function sayForgotten(done: { what: string; forgotten: number }[]): string {
  return done
    .filter(({ forgotten }) => forgotten > 0)
    .map(({ what, forgotten }) => `${forgotten} ${what}`)
    .join(', ');
}

/** What there is of a kind, and how much of it is due. */
export async function lookAt(db: Db, kind: Kind, rules: RetentionRules): Promise<Found> {
  const { rows } = await kind.look(kind.days(rules) ?? never).execute(db);
  return rows[0] ?? { rows: 0n, oldest: null, due: 0n };
}
