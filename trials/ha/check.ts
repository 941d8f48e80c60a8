import { query } from './database.ts';
import type { Order } from './load.ts';
import type { Cluster } from './patroni.ts';

interface Transfer {
  id: string;
  remarks: string;
  key: string;
  kind: string;
  minor: string;
  clientId: string;
}

/** How often each thing happened to the orders of a load. */
export interface Counts {
  acknowledged: number;
  lost: number;
  doubled: number;
  wrong: number;
  open: number;
  refused: number;
}

/** The transfers that the database has for the orders of one load, whatever their key. */
export function readTransfers({ settings }: Cluster, tag: string): Promise<Transfer[]> {
  return query(
    settings.DATABASE_OWNER_URL,
    `select t.id::text, t.remarks, t.idempotency_key as key, t.kind, t.amount_minor::text as minor,
       a.user_id::text as "clientId"
     from transfers t
     join accounts a
       on a.id = case t.kind when 'deposit' then t.to_account_id else t.from_account_id end
     where starts_with(t.remarks, $1)`,
    [`${tag}-`],
  );
}

/**
 * Holds what the client was told against what the database has. Balanced books would not show a
 * transfer that is gone with both its entries; only the one who was told of it can.
 */
export function compare(orders: Order[], transfers: Transfer[]): Counts {
  const found = Map.groupBy(transfers, ({ remarks }) => remarks);
  const known = new Set(orders.map(({ remarks }) => remarks));
  const counts = { acknowledged: 0, lost: 0, doubled: 0, wrong: 0, open: 0, refused: 0 };
  for (const order of orders) {
    const made = found.get(order.remarks) ?? [];
    const told = order.answers[0];
    if (told === undefined && !order.refusal) counts.open += 1;
    if (told !== undefined) counts.acknowledged += 1;
    if (told !== undefined && !made.some(({ id }) => id === told)) counts.lost += 1;
    if (order.refusal) counts.refused += 1;
    if (made.length > 1) counts.doubled += 1;
    if (isWrong(order, made)) counts.wrong += 1;
  }
  counts.wrong += transfers.filter(({ remarks }) => !known.has(remarks)).length;
  return counts;
}

/** Told two things, told no of what was done, or done otherwise than ordered. */
function isWrong(order: Order, made: Transfer[]): boolean {
  const { answers, refusal, key, kind, minor, clientId } = order;
  if (answers.some((answer) => answer !== answers[0])) return true;
  if (refusal && (made.length > 0 || answers.length > 0)) return true;
  return made.some(
    (one) =>
      one.key !== key ||
      one.kind !== kind ||
      one.minor !== String(minor) ||
      one.clientId !== clientId,
  );
}
