import type { BankAccount } from '@pitboss/contract/banks';
import { type Minor, textFromMinor } from '@pitboss/contract/money';
import { sql } from 'kysely';
import { masked } from '../banks/banks.ts';
import type { Tx } from '../db/database.ts';
import { type Image, keepImage } from '../files/images.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { toJson } from '../kernel/json.ts';
import { fieldRefusal, Refusal } from '../kernel/refusal.ts';
import { type CashRequestRow, getCashRequest } from './get-cash-request.ts';
import { reserve } from './move-money.ts';
import { recordStep } from './steps.ts';

export interface Filed {
  request: CashRequestRow;
  change: Change;
}

/** A client says that it paid to a bank of its operator. No money moves until that is decided. */
export async function fileDeposit(
  tx: Tx,
  actor: Actor,
  { amount, bankId }: { amount: Minor; bankId: bigint },
  receipt: Image,
): Promise<Filed> {
  await assertRoom(tx, actor);
  await assertBankTakes(tx, actor, bankId, amount);
  const { id } = await tx
    .insertInto('cash_requests')
    .values({
      user_id: actor.id,
      type: 'deposit',
      amount_minor: amount,
      currency: actor.currency,
      bank_id: bankId,
      receipt_hash: await keepImage(tx, receipt),
      client_bank: null,
      transfer_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return filed(tx, actor, id, { type: 'deposit', amount, bankId });
}

/** A client asks to be paid out: the amount leaves its wallet now and is reserved. */
export async function fileWithdrawal(
  tx: Tx,
  actor: Actor,
  { amount, bank }: { amount: Minor; bank: BankAccount },
): Promise<Filed> {
  if (actor.isDemo) throw new Refusal('conflict', 'A demo account cannot withdraw.');
  await assertRoom(tx, actor);
  const { id } = await tx
    .insertInto('cash_requests')
    .values({
      user_id: actor.id,
      type: 'withdraw',
      amount_minor: amount,
      currency: actor.currency,
      bank_id: null,
      receipt_hash: null,
      client_bank: toJson(bank),
      transfer_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { currency, idempotencyKey } = actor;
  const reserved = { id, userId: actor.id, amountMinor: amount, currency };
  await reserve(tx, reserved, { actorId: actor.id, idempotencyKey, field: 'amount' });
  const account = { ...bank, accountNumber: masked(bank.accountNumber), IBAN: masked(bank.IBAN) };
  return filed(tx, actor, id, { type: 'withdraw', amount, bank: account });
}

/** So many may wait for a decision: one who files without end hides those of others. */
export const pendingMax = 5;

/** Whether a client may file another request; it stays so until the transaction ends. */
export async function hasRoom(tx: Tx, { id }: Pick<Actor, 'id'>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select hold_requests(${id}::bigint) as count`.execute(tx);
  return (rows[0]?.count ?? 0) < pendingMax;
}

async function assertRoom(tx: Tx, actor: Actor): Promise<void> {
  if (await hasRoom(tx, actor)) return;
  const message = `${pendingMax} of your requests are pending. Wait for a decision, or cancel one.`;
  throw new Refusal('conflict', message);
}

async function filed(
  tx: Tx,
  actor: Actor,
  id: bigint,
  after: Record<string, unknown>,
): Promise<Filed> {
  await recordStep(tx, actor, { requestId: id, from: null, to: 'pending', note: '' });
  await sql`select notify_request(${id}::bigint)`.execute(tx);
  return { request: await getCashRequest(tx, id), change: { kind: 'cash-request', id, after } };
}

/** The bank's row is locked: of two deposits at the same time only one is the last of the day. */
async function assertBankTakes(tx: Tx, actor: Actor, bankId: bigint, amount: Minor): Promise<void> {
  const { rows } = await sql<{ maxAmountMinor: Minor | null; dailyLimit: number | null }>`
    select max_amount_minor as "maxAmountMinor", daily_limit as "dailyLimit" from banks
    where id = ${bankId} and owner_id = ${actor.ancestorIds.at(-1) ?? null}::bigint
      and status = 'active' and not is_deleted for update`.execute(tx);
  const bank = rows[0];
  if (!bank) throw fieldRefusal('bankId', 'This bank takes no deposits.');
  if (bank.maxAmountMinor !== null && amount > bank.maxAmountMinor) {
    const most = textFromMinor(bank.maxAmountMinor);
    throw fieldRefusal('amount', `This bank takes at most ${most} at once.`);
  }
  if (bank.dailyLimit !== null && (await countToday(tx, bankId)) >= bank.dailyLimit) {
    throw fieldRefusal('bankId', 'This bank takes no more deposits today.');
  }
}

/** A day is one of UTC; deposits that came to nothing do not use up the day. */
async function countToday(tx: Tx, bankId: bigint): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from cash_requests
    where bank_id = ${bankId} and status in ('pending', 'success')
      and created_at >= date_trunc('day', platform_now(), 'UTC')`.execute(tx);
  return rows[0]?.count ?? 0;
}
