import type { Currency, Minor } from '@pitboss/contract/money';
import type { Tx } from '../db/database.ts';
import { fund } from '../ledger/fund.ts';
import { type AccountRef, type Posted, post, walletOf } from '../ledger/post.ts';

/** What a move of money needs to know of a request. */
export interface Reserved {
  id: bigint;
  userId: bigint;
  amountMinor: Minor;
  currency: Currency;
}

export interface By {
  actorId: bigint;
  idempotencyKey: string | null;
  field: string;
}

function holdingOf(userId: bigint): AccountRef {
  return { userId, kind: 'withdrawals' };
}

/** From the wallet into its holding account, until the withdrawal is decided. */
export function reserve(tx: Tx, request: Reserved, by: By): Promise<Posted> {
  const { userId } = request;
  return move(tx, request, by, {
    kind: 'hold',
    from: walletOf(userId),
    to: holdingOf(userId),
    remarks: `Withdrawal request ${request.id}: held`,
  });
}

/** Back into the wallet: the withdrawal came to nothing. */
export function release(tx: Tx, request: Reserved, by: By): Promise<Posted> {
  const { userId } = request;
  return move(tx, request, by, {
    kind: 'release',
    from: holdingOf(userId),
    to: walletOf(userId),
    remarks: `Withdrawal request ${request.id}: returned`,
  });
}

/** What was reserved goes to the direct operator, who pays the client outside the platform. */
export async function payWithdrawal(
  tx: Tx,
  request: Reserved,
  by: By,
  parentId: bigint,
): Promise<bigint> {
  const posted = await move(tx, request, by, {
    kind: 'cash_withdraw',
    from: holdingOf(request.userId),
    to: walletOf(parentId),
    remarks: `Withdrawal request ${request.id}: paid`,
  });
  return posted.transferId;
}

/** From the direct operator to the client, or play money for a demo account. */
export function payDeposit(tx: Tx, request: Reserved, by: By, parentId: bigint): Promise<bigint> {
  const { id: cashRequestId, userId: clientId, amountMinor } = request;
  const remarks = `Deposit request ${cashRequestId}`;
  const move = { kind: 'cash_deposit', payerId: parentId, clientId, amountMinor, remarks } as const;
  return fund(tx, { ...move, cashRequestId, ...by });
}

interface Move {
  kind: 'hold' | 'release' | 'cash_withdraw';
  from: AccountRef;
  to: AccountRef;
  remarks: string;
}

function move(
  tx: Tx,
  request: Reserved,
  by: By,
  { kind, from, to, remarks }: Move,
): Promise<Posted> {
  const { id: cashRequestId, amountMinor, currency } = request;
  return post(tx, { kind, from, to, remarks, amountMinor, currency, cashRequestId, ...by });
}
