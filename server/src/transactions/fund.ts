import type { Currency, Minor } from '@pitboss/contract/money';
import type { Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { type Posted, post, walletOf } from '../ledger/post.ts';

interface Client {
  id: bigint;
  isDemo: boolean;
  currency: Currency;
}

interface Move {
  kind: 'opening' | 'deposit';
  amountMinor: Minor;
  remarks: string;
  field: string;
}

/** Puts money into a client's wallet: the caller's, or play money for a demo account. */
export async function fund(tx: Tx, actor: Actor, client: Client, move: Move): Promise<Posted> {
  return post(tx, {
    ...move,
    from: client.isDemo ? { userId: null, kind: 'demo_treasury' } : walletOf(actor.id),
    to: walletOf(client.id),
    currency: client.currency,
    actorId: actor.id,
    idempotencyKey: actor.idempotencyKey,
  });
}
