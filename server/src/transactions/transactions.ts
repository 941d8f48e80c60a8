import type { Minor } from '@pitboss/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { Refusal } from '../kernel/refusal.ts';
import { declineShort, post, walletOf } from '../ledger/post.ts';
import { getDirectClient } from '../users/tree.ts';
import { fund } from './fund.ts';

export interface Order {
  clientId: bigint;
  amountMinor: Minor;
  remarks: string;
}

export interface Moved {
  transferId: bigint;
  balanceMinor: Minor;
  change: Change;
}

/** Either of the two below in one round trip; undefined where it is declined. */
export async function moveAtOnce(
  db: Db,
  call: RawBuilder<unknown>,
  kind: 'deposit' | 'withdraw',
  { clientId, amountMinor, remarks }: Order,
): Promise<Omit<Moved, 'change'> | undefined> {
  const { rows } = await sql<Omit<Moved, 'change'>>`
    select transfer_id as "transferId", balance_minor as "balanceMinor"
    from move_at_once(${call}, ${kind}, ${clientId}, ${amountMinor}, ${remarks})`
    .execute(db)
    .catch(declineShort);
  return rows[0];
}

/** Moves money from the caller's wallet to a direct client's. */
export async function deposit(tx: Tx, actor: Actor, order: Order): Promise<Moved> {
  const client = await getDirectClient(tx, actor, order.clientId, 'share');
  const { amountMinor, remarks } = order;
  const move = { kind: 'deposit', amountMinor, remarks, field: 'amount' } as const;
  const posted = await fund(tx, actor, client, move);
  return moved(order, posted.transferId, posted.toBalanceMinor);
}

/** Moves money from a direct client's wallet to the caller's. */
export async function withdraw(tx: Tx, actor: Actor, order: Order): Promise<Moved> {
  const client = await getDirectClient(tx, actor, order.clientId, 'share');
  if (client.isDemo) throw new Refusal('conflict', 'A demo account cannot withdraw.');
  const posted = await post(tx, {
    kind: 'withdraw',
    from: walletOf(client.id),
    to: walletOf(actor.id),
    currency: client.currency,
    amountMinor: order.amountMinor,
    actorId: actor.id,
    remarks: order.remarks,
    idempotencyKey: actor.idempotencyKey,
    field: 'amount',
  });
  return moved(order, posted.transferId, posted.fromBalanceMinor);
}

function moved({ clientId, amountMinor, remarks }: Order, transferId: bigint, balance: Minor) {
  const after = { transferId, amountMinor, remarks, balanceMinor: balance };
  const change: Change = { kind: 'user', id: clientId, after };
  return { transferId, balanceMinor: balance, change };
}
