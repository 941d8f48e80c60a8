import type { Currency, Minor } from '@pitboss/contract/money';
import type { Tx } from '../db/database.ts';
import { type Posted, post, walletOf } from './post.ts';

/** Fills SUPER's wallet from the treasury: the only way new money enters the tree. */
export async function issue(
  tx: Tx,
  superId: bigint,
  currency: Currency,
  amountMinor: Minor,
): Promise<Posted> {
  return post(tx, {
    kind: 'issue',
    from: { userId: null, kind: 'treasury' },
    to: walletOf(superId),
    currency,
    amountMinor,
    actorId: superId,
    remarks: 'Issued from the treasury',
    idempotencyKey: null,
    field: 'amount',
  });
}
