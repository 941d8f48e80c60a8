import type { Currency } from '@pitboss/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Branch } from '../lists/branch.ts';
import { contains, isShort } from '../lists/search.ts';

/** So many accounts are looked at; who types a word that more have is not looking for one. */
const lookedAtMax = 1000;

/**
 * The other currencies in which the words find something: accounts of the branch have one each, so
 * their names say it.
 */
export async function foundElsewhere(
  db: Db,
  { operatorId, currency, isDemo }: Branch,
  term: string | undefined,
  hasRows: RawBuilder<unknown>,
): Promise<Currency[]> {
  if (!term || isShort(term)) return [];
  const { rows } = await sql<{ currency: Currency }>`
    select distinct u.currency
    from (select u.id, u.currency from users u
      where u.ancestor_ids @> array[${operatorId}::bigint] and u.currency <> ${currency}
        and u.is_demo = ${isDemo} and ${contains(sql`u.username`, term)}
      limit ${lookedAtMax}) u
    where exists (${hasRows}) order by 1`.execute(db);
  return rows.map((row) => row.currency);
}
