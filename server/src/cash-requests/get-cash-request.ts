import type { BankAccount, BankStatus } from '@pitboss/contract/banks';
import type { CashRequest } from '@pitboss/contract/cash-requests';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { Refusal } from '../kernel/refusal.ts';

/** A row of `cash_requests r`, `users u` and, for deposits, `banks b`, as SQL reads it. */
export type CashRequestRow = Omit<CashRequest, 'user' | 'receiptUrl' | 'bank'> & {
  userId: bigint;
  username: string;
  hasReceipt: boolean;
  bank: (BankAccount & { status: BankStatus }) | null;
};

/** A client names an account to be paid to; nobody has one of those suspended or blocked. */
const paidTo = JSON.stringify({ status: 'active' satisfies BankStatus });

export const cashRequestColumns: RawBuilder<unknown> = sql`
  r.id as "_id", r.created_at as "createdAt", r.updated_at as "updatedAt", u.id as "userId",
  u.username, r.amount_minor as amount, r.currency, r.type, r.status, r.note,
  r.receipt_hash is not null as "hasReceipt",
  case when r.type = 'withdraw' then r.client_bank || ${paidTo}::jsonb else jsonb_build_object(
    'bankName', b.bank_name, 'accountHolderName', b.account_holder_name,
    'accountNumber', b.account_number, 'IBAN', b.iban, 'status', b.status) end as bank`;

export const cashRequestSource: RawBuilder<unknown> = sql`
  cash_requests r join users u on u.id = r.user_id left join banks b on b.id = r.bank_id`;

/** The row as the contract has it; the receipt is named by an address made for this answer. */
export function toCashRequest(
  row: CashRequestRow,
  receiptUrlOf: (requestId: bigint) => string,
): CashRequest {
  const { userId, username, hasReceipt, ...request } = row;
  return {
    ...request,
    user: { _id: userId, username },
    receiptUrl: hasReceipt ? receiptUrlOf(row._id) : null,
  };
}

export async function getCashRequest(db: Db, id: bigint): Promise<CashRequestRow> {
  const { rows } = await sql<CashRequestRow>`
    select ${cashRequestColumns} from ${cashRequestSource} where r.id = ${id}`.execute(db);
  if (!rows[0]) throw requestNotThere();
  return rows[0];
}

export function requestNotThere(): Refusal {
  return new Refusal('notFound', 'Request not found.');
}
