import assert from 'node:assert/strict';
import type { CashRequestStatus } from '@pitboss/contract/cash-requests';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { Refusal } from '../kernel/refusal.ts';
import { hasRoom, pendingMax } from './file-cash-request.ts';
import { type CashRequestRow, getCashRequest, requestNotThere } from './get-cash-request.ts';
import {
  type By,
  payDeposit,
  payWithdrawal,
  type Reserved,
  release,
  reserve,
} from './move-money.ts';
import { assertStep, recordStep } from './steps.ts';

interface Locked extends Reserved {
  type: 'deposit' | 'withdraw';
  status: CashRequestStatus;
  parentId: bigint;
  isDemo: boolean;
  isDeleted: boolean;
  /** The account became another one while the request was being filed. */
  isOutdated: boolean;
}

interface Decision {
  id: bigint;
  status: 'success' | 'failed' | 'pending';
  note: string;
}

interface Resolved {
  request: CashRequestRow;
  change: Change;
}

/**
 * An operator above the client decides. The request's row is locked first, so of two who decide
 * at the same time one wins and the other meets the new state.
 */
export async function resolveCashRequest(
  tx: Tx,
  actor: Actor,
  { id, status, note }: Decision,
): Promise<Resolved> {
  const request = await lock(tx, id, sql`hold_below(${actor.id}::bigint, r.user_id, false)`);
  assertStep(request.status, status);
  if (request.isDeleted && status !== 'failed') {
    throw new Refusal('conflict', 'The account of this request is deleted. Restore it first.');
  }
  if (request.isOutdated && status !== 'failed') {
    const why = 'The account of this request has changed since. It can only be set to failed.';
    throw new Refusal('conflict', why);
  }
  if (status === 'pending') await assertRoomFor(tx, request);
  const { idempotencyKey } = actor;
  const by = { actorId: actor.id, idempotencyKey, field: 'status' };
  await moveReserved(tx, request, by, status);
  const transferId = status === 'success' ? await pay(tx, request, by) : null;
  return step(tx, actor, request, status, note, transferId);
}

/** A request that is opened again counts among those that the client has pending. */
async function assertRoomFor(tx: Tx, { userId }: Locked): Promise<void> {
  if (await hasRoom(tx, { id: userId })) return;
  const why = `${pendingMax} requests of this client are pending. Decide on one of them first.`;
  throw new Refusal('conflict', why);
}

/** The client takes its own request back. */
export async function cancelCashRequest(tx: Tx, actor: Actor, id: bigint): Promise<Resolved> {
  const request = await lock(tx, id, sql`(select where r.user_id = ${actor.id})`);
  assertStep(request.status, 'cancelled');
  const { idempotencyKey } = actor;
  await moveReserved(
    tx,
    request,
    { actorId: actor.id, idempotencyKey, field: 'status' },
    'cancelled',
  );
  return step(tx, actor, request, 'cancelled', '', null);
}

/** The client first, then the request; only then what they are is read. */
async function lock(tx: Tx, id: bigint, holdClient: RawBuilder<unknown>): Promise<Locked> {
  const held = await sql`
    select from cash_requests r cross join lateral ${holdClient} u
    where r.id = ${id}`.execute(tx);
  if (held.rows.length === 0) throw requestNotThere();
  const { rows } = await sql<Locked>`
    select r.id, r.user_id as "userId", r.amount_minor as "amountMinor", r.currency, r.type,
      r.status, u.parent_id as "parentId", u.is_demo as "isDemo",
      exists (select from users a where a.id = any(u.ancestor_ids || u.id)
        and a.deleted_at is not null) as "isDeleted",
      r.currency <> u.currency or u.role <> 'USER' as "isOutdated"
    from cash_requests r join users u on u.id = r.user_id
    where r.id = ${id} for no key update of r`.execute(tx);
  assert(rows[0], 'A request stays.');
  return rows[0];
}

/** Money of a withdrawal is reserved exactly while it is pending, or on its way to be paid. */
async function moveReserved(tx: Tx, request: Locked, by: By, to: CashRequestStatus): Promise<void> {
  if (request.type === 'deposit') return;
  if (request.status === 'failed') await reserve(tx, request, by);
  if (to === 'failed' || to === 'cancelled') await release(tx, request, by);
}

async function pay(tx: Tx, request: Locked, by: By): Promise<bigint> {
  const payIt = request.type === 'deposit' ? payDeposit : payWithdrawal;
  return payIt(tx, request, by, request.parentId);
}

async function step(
  tx: Tx,
  actor: Actor,
  request: Locked,
  to: CashRequestStatus,
  note: string,
  transferId: bigint | null,
): Promise<Resolved> {
  const { id, status: from } = request;
  const { numUpdatedRows } = await tx
    .updateTable('cash_requests')
    .set({ status: to, note, transfer_id: transferId, updated_at: sql`platform_now()` })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst();
  assert(numUpdatedRows === 1n, 'A locked request is still in the state it was locked in.');
  await recordStep(tx, actor, { requestId: id, from, to, note });
  if (to !== 'pending') await sql`select settle_request_calls(${id}::bigint)`.execute(tx);
  const change: Change = {
    kind: 'cash-request',
    id,
    before: { status: from },
    after: { status: to, note, transferId },
  };
  return { request: await getCashRequest(tx, id), change };
}
