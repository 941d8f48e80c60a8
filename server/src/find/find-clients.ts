import { type FoundClient, findLettersMin } from '@pitboss/contract/find';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { isId, searchTexts } from '../lists/search.ts';
import { userColumns } from '../users/list-users.ts';

const clientsMax = 8;

/**
 * Clients below the caller, however far: the one with that very name or id first, then those that
 * begin with the words, then those that hold them. Each step ends with its first few rows: so a
 * word that a million have costs no more than one that nobody has.
 */
export async function findClients(db: Db, actor: Actor, term: string): Promise<FoundClient[]> {
  const isWord = [...term].length >= findLettersMin;
  if (!isWord && !isId(term)) return [];
  // An index of names or one of the branch leads to them, whichever leads to fewer.
  const below = sql`u.ancestor_ids @> array[${actor.id}::bigint] and u.deleted_at is null
    and not is_below_deleted(u)`;
  const step = (rank: number, holds: RawBuilder<unknown>) => sql`
    (select u.id, ${rank}::int as rank from users u where ${holds} and ${below}
     limit ${clientsMax})`;
  const { all, begins } = searchTexts(term, [sql`u.username`, sql`u.name`]);
  const steps = [
    step(0, sql`lower(u.username) = ${term}`),
    ...(isId(term) ? [step(0, sql`u.id = ${term}::bigint`)] : []),
    ...(isWord ? [step(1, begins), step(2, all)] : []),
  ];
  const { rows } = await sql<FoundClient>`
    select ${userColumns}, u.parent_id as "parentId", p.username as "parentName"
    from (select id, min(rank) as rank from (${sql.join(steps, sql` union all `)}) step
      group by id) found
    join users u on u.id = found.id join users p on p.id = u.parent_id
    order by found.rank, lower(u.username), u.id limit ${clientsMax}`.execute(db);
  return rows;
}
