import assert from 'node:assert/strict';
import type { Currency, Minor } from '@pitboss/contract/money';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { moneyRefusal } from './money-refusal.ts';

/** A person's account, or one of the platform's own. */
export type AccountRef =
  | { userId: bigint; kind: 'wallet' | 'stakes' | 'withdrawals' }
  | { userId: null; kind: 'treasury' | 'demo_treasury' | 'house' };

export interface Transfer {
  kind:
    | 'issue'
    | 'opening'
    | 'deposit'
    | 'withdraw'
    | 'hold'
    | 'release'
    | 'cash_deposit'
    | 'cash_withdraw';
  from: AccountRef;
  to: AccountRef;
  currency: Currency;
  amountMinor: Minor;
  actorId: bigint | null;
  remarks: string;
  idempotencyKey: string | null;
  /** The cash request that the money moves for. */
  cashRequestId?: bigint;
  /** The field of the caller's form that is told when the money is not there. */
  field: string;
}

export interface Posted {
  transferId: bigint;
  fromBalanceMinor: Minor;
  toBalanceMinor: Minor;
}

export function walletOf(userId: bigint): AccountRef {
  return { userId, kind: 'wallet' };
}

/**
 * The only function that moves money. One round trip: both accounts are locked in the order of
 * their ids, then the transfer, its two entries and the two balances are written. The database
 * checks its rules again by triggers and refuses what does not balance.
 */
export async function post(tx: Tx, transfer: Transfer): Promise<Posted> {
  const { kind, from, to, currency, amountMinor, actorId, remarks, idempotencyKey } = transfer;
  assert(amountMinor > 0n, 'A transfer moves a positive amount.');
  const { rows } = await sql<Posted>`
    select transfer_id as "transferId", from_balance_minor as "fromBalanceMinor",
      to_balance_minor as "toBalanceMinor"
    from post_transfer(${kind}, ${from.userId}::bigint, ${from.kind}, ${to.userId}::bigint,
      ${to.kind}, ${currency}, ${amountMinor}::bigint, ${actorId}::bigint, ${remarks},
      ${idempotencyKey}::text, ${transfer.cashRequestId ?? null}::bigint, null)`
    .execute(tx)
    .catch((error: unknown) => {
      throw moneyRefusal(error, transfer.field) ?? error;
    });
  const posted = rows[0];
  assert(posted, 'A posted transfer answers with its balances.');
  assert(from.userId === null || posted.fromBalanceMinor >= 0n, 'No wallet is below zero.');
  return posted;
}
