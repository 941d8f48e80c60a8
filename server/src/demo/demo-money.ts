import { type Currency, currencies, type Minor, textFromMinor } from '@pitboss/contract/money';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { type AccountRef, post, walletOf } from '../ledger/post.ts';

const remarks = 'The demo was removed';

/** Whose money it is, and until when the treasury issued for the demo. */
export interface DemoMoney {
  superId: bigint;
  people: bigint[];
  endsAt: Date;
}

interface Brought {
  currency: Currency;
  /** What the treasury issued for the demo, and what the house won of that from its people. */
  issuedMinor: Minor;
  wonMinor: Minor;
  /** What the demo's people and SUPER have. */
  heldMinor: Minor;
}

/**
 * Takes the demo's money out of the platform, by transfers like any other: from its people to
 * SUPER, play money to where it came from, and from SUPER and the house to the treasury. What is
 * left is what there would be without the demo.
 */
export async function returnMoney(tx: Tx, demo: DemoMoney): Promise<void> {
  const { superId, people } = demo;
  const move = (kind: 'deposit' | 'withdraw', from: AccountRef, to: AccountRef) => ({
    in: (currency: Currency, amountMinor: Minor) =>
      post(tx, {
        kind,
        from,
        to,
        currency,
        amountMinor,
        actorId: superId,
        remarks,
        idempotencyKey: null,
        field: 'amount',
      }),
  });
  const own = walletOf(superId);
  const treasury = { userId: null, kind: 'treasury' } as const;
  const house = { userId: null, kind: 'house' } as const;
  const play = { userId: null, kind: 'demo_treasury' } as const;
  for (const { userId, currency, isDemo, minor } of await walletsOf(tx, people)) {
    await move('withdraw', walletOf(userId), isDemo ? play : own).in(currency, minor);
  }
  for (const { currency, issuedMinor, wonMinor } of await whatItBrought(tx, demo)) {
    if (wonMinor > 0n) await move('withdraw', house, treasury).in(currency, wonMinor);
    if (wonMinor < 0n) await move('deposit', treasury, house).in(currency, -wonMinor);
    const back = issuedMinor - wonMinor;
    if (back > 0n) await move('withdraw', own, treasury).in(currency, back);
    if (back < 0n) await move('deposit', treasury, own).in(currency, -back);
  }
}

/**
 * What the treasury issued for the demo must be with SUPER, the demo's people or the house. How
 * open bets end changes nothing of that.
 */
export async function refuseLacking(db: Db, demo: DemoMoney): Promise<void> {
  for (const { currency, issuedMinor, wonMinor, heldMinor } of await whatItBrought(db, demo)) {
    const missing = issuedMinor - wonMinor - heldMinor;
    if (missing <= 0n) continue;
    const amount = `${currency} ${textFromMinor(missing)}`;
    throw new Error(
      `Money of the demo has gone to real people: SUPER lacks ${amount} of what the treasury ` +
        `issued for the demo. Put that much in yourself, "npm run treasury -- issue ${amount}", ` +
        'and try again.',
    );
  }
}

interface Wallet {
  userId: bigint;
  currency: Currency;
  isDemo: boolean;
  minor: Minor;
}

async function walletsOf(db: Db, people: bigint[]): Promise<Wallet[]> {
  const { rows } = await sql<Wallet>`
    select a.user_id as "userId", a.currency, u.is_demo as "isDemo", a.balance_minor as minor
    from accounts a join users u on u.id = a.user_id
    where a.kind = 'wallet' and a.balance_minor > 0 and u.id = any(${people}::bigint[])
    order by a.id`.execute(db);
  return rows;
}

async function whatItBrought(db: Db, demo: DemoMoney): Promise<Brought[]> {
  const { people, superId, endsAt } = demo;
  const { rows } = await sql<Brought>`
    select c.currency,
      coalesce((select sum(t.amount_minor)::bigint from transfers t
        join accounts a on a.id = t.to_account_id
        where t.kind = 'issue' and t.created_at <= ${endsAt} and a.currency = c.currency), 0)
        as "issuedMinor",
      coalesce((select sum(s.stakes_minor - s.cashouts_minor)::bigint from client_slots s
        where not s.is_demo and s.currency = c.currency
          and s.user_id = any(${people}::bigint[])), 0) as "wonMinor",
      coalesce((select sum(a.balance_minor)::bigint from accounts a join users u on u.id = a.user_id
        where a.currency = c.currency and not u.is_demo
          and u.id = any(${[...people, superId]}::bigint[])), 0) as "heldMinor"
    from unnest(${[...currencies]}::text[]) c (currency)`.execute(db);
  return rows;
}
