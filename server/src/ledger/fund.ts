import type { Minor } from '@pitboss/contract/money';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { moneyRefusal } from './money-refusal.ts';

interface Funding {
  kind: 'opening' | 'cash_deposit';
  clientId: bigint;
  /** Whose money it is; a demo account gets play money instead. */
  payerId: bigint;
  amountMinor: Minor;
  actorId: bigint;
  remarks: string;
  idempotencyKey: string | null;
  cashRequestId?: bigint;
  /** The field that is told when the money is not there. */
  field: string;
}

/** Puts money into the wallet of a client that is held, and answers with the transfer's id. */
export async function fund(tx: Tx, funding: Funding): Promise<bigint> {
  const { kind, clientId, payerId, amountMinor, actorId, remarks, idempotencyKey } = funding;
  const { rows } = await sql<{ transferId: bigint }>`
    select f.transfer_id as "transferId" from users u cross join lateral fund_client(u, ${kind},
      ${payerId}::bigint, ${amountMinor}::bigint, ${actorId}::bigint, ${remarks},
      ${idempotencyKey}::text, ${funding.cashRequestId ?? null}::bigint) f
    where u.id = ${clientId}`
    .execute(tx)
    .catch((error: unknown) => {
      throw moneyRefusal(error, funding.field) ?? error;
    });
  return (rows[0] as (typeof rows)[number]).transferId;
}
