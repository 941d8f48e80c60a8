import type { Currency, Minor } from '@pitboss/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

export interface WalletBalance {
  currency: Currency;
  balanceMinor: Minor;
  exposureMinor: Minor;
}

/** What an account can spend, in its own currency; for queries over `users u`. */
export const balanceOfUser: RawBuilder<bigint> = sql<bigint>`(
  select a.balance_minor from accounts a
  where a.user_id = u.id and a.kind = 'wallet' and a.currency = u.currency)`;

/**
 * Money at stake, as a negative number: a client's own, an operator's the sum of its branch
 * without demo accounts. For queries over `users u`.
 */
export const exposureOfUser: RawBuilder<bigint> = sql<bigint>`(
  case when u.role = 'USER' then
    (select -a.balance_minor from accounts a
     where a.user_id = u.id and a.kind = 'stakes' and a.currency = u.currency)
  else ${branchExposure(sql`u.id`, sql`u.currency`)} end)`;

function branchExposure(operatorId: RawBuilder<unknown>, currency: RawBuilder<unknown>) {
  return sql<bigint>`(
    select coalesce(-sum(a.balance_minor), 0)::bigint
    from users below join accounts a on a.user_id = below.id
    where below.ancestor_ids @> array[${operatorId}] and not below.is_demo
      and a.kind = 'stakes' and a.currency = ${currency} and a.balance_minor > 0)`;
}

/** An operator's wallets, its own currency first. */
export async function listWallets(
  db: Db,
  operator: { id: bigint; currency: Currency },
): Promise<WalletBalance[]> {
  const { rows } = await sql<WalletBalance>`
    select w.currency, w.balance_minor as "balanceMinor",
      ${branchExposure(sql`w.user_id`, sql`w.currency`)} as "exposureMinor"
    from accounts w
    where w.user_id = ${operator.id} and w.kind = 'wallet'
    order by w.currency = ${operator.currency} desc, w.id
  `.execute(db);
  return rows;
}
