import type { Span } from '@pitboss/contract/dashboard';
import type { Currency } from '@pitboss/contract/money';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { fieldRefusal } from '../kernel/refusal.ts';
import { slotMs } from '../lists/list-by-time.ts';
import { getBelow } from '../users/tree.ts';

/** Whose play: a branch in one currency, without demo accounts, or one client's own. */
export interface PlayScope {
  /** The operator of the branch, or the client. */
  id: bigint;
  isClient: boolean;
  currency: Currency;
}

/** Of the caller, or of an account below it; an account that is named has its own currency. */
export async function findScope(
  db: Db,
  actor: Actor,
  { userId, currency }: { userId?: bigint | undefined; currency?: Currency | undefined },
): Promise<PlayScope> {
  if (userId === undefined) {
    return { id: actor.id, isClient: false, currency: currency ?? actor.currency };
  }
  const person = await getBelow(db, actor, userId);
  const isClient = person.role === 'USER';
  return { id: person.id, isClient, currency: (!isClient && currency) || person.currency };
}

/** The operators whose clients are a branch: its own, and those of everybody below it. */
export async function operatorsOf(db: Db, { id }: PlayScope): Promise<bigint[]> {
  const { rows } = await sql<{ ids: bigint[] }>`
    select array(select id from users where id = ${id}
      or (ancestor_ids @> array[${id}::bigint] and role <> 'USER')) as ids`.execute(db);
  return rows[0]?.ids ?? [];
}

/** Rollups know quarters of an hour: between them no figure could be told without its bets. */
export function assertSpans(field: string, spans: Span[]): void {
  for (const { from, to } of spans) {
    if (from.getTime() % slotMs !== 0 || to.getTime() % slotMs !== 0) {
      throw fieldRefusal(field, 'A span begins and ends on a quarter of an hour.');
    }
    if (from > to) throw fieldRefusal(field, 'A span ends after it begins.');
  }
}
