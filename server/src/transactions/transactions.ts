import type { Minor } from '@pitboss/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Given, PerCall } from '../db/fixed-statement.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { Refusal } from '../kernel/refusal.ts';
import { moneyRefusal } from '../ledger/money-refusal.ts';
import { notDirect, userNotThere } from '../users/tree.ts';

interface Order {
  kind: 'deposit' | 'withdraw';
  clientId: bigint;
  amountMinor: Minor;
  remarks: string;
}

/** The transfer that was made, and the client's balance after it. */
export interface Moved {
  transferId: bigint;
  balanceMinor: Minor;
}

/** The field that is told when the money is not there. */
export const moneyField = 'amount';

/** The database's verb for a move of money between an operator and its direct client. */
export function moveMoneySql<C>(
  { refused, actor }: { refused: RawBuilder<unknown>; actor: RawBuilder<unknown> },
  { kind, clientId, amountMinor, remarks }: Given<Order, C>,
  key: string | null | PerCall<C>,
): RawBuilder<unknown> {
  return sql`move_money(${refused}, ${actor}, ${kind}, ${clientId}::bigint,
    ${amountMinor}::bigint, ${remarks}, ${key}::text)`;
}

const refusals: Record<string, () => Refusal> = {
  notThere: userNotThere,
  notDirect,
  demoWithdraws: () => new Refusal('conflict', 'A demo account cannot withdraw.'),
};

export function moveRefusal(reason: string): Refusal {
  const refusal = refusals[reason];
  if (!refusal) throw new Error(`move_money gave a reason that nobody knows: ${reason}.`);
  return refusal();
}

/** The same inside a transaction of the platform's own, for the demo. */
export async function moveMoney(tx: Tx, actor: Actor, order: Order): Promise<{ change: Change }> {
  const opened = { refused: sql`null`, actor: sql`u` };
  const { rows } = await sql<Change & { reason: string | null }>`
    select d.reason, 'user' as kind, d.target_id as id, d.before, d.after from users u
    cross join lateral ${moveMoneySql(opened, order, actor.idempotencyKey)} d
    where u.id = ${actor.id}`
    .execute(tx)
    .catch((error: unknown) => {
      throw moneyRefusal(error, moneyField) ?? error;
    });
  const [{ reason, ...change }] = rows as [(typeof rows)[number]];
  if (reason !== null) throw moveRefusal(reason);
  return { change };
}
