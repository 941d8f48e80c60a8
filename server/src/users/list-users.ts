import type { User } from '@pitboss/contract/users';
import type { TableQuery } from '@pitboss/contract/wire';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { contains, isId, listPage, type SortKeys, searchTerm } from '../db/table-page.ts';
import type { Actor } from '../kernel/actor.ts';
import { balanceOfUser, exposureOfUser } from '../ledger/balances.ts';
import { getBelow } from './tree.ts';

/** The columns of the clients list, in their order on screen; the last holds buttons. */
const sortKeys: SortKeys = [
  sql`u.id`,
  sql`lower(u.username)`,
  sql`lower(u.name)`,
  sql`u.role`,
  exposureOfUser,
  balanceOfUser,
  sql`u.currency`,
  sql`u.status`,
  sql`u.is_demo`,
  null,
];

/** How `users u` is read into a row of the contract. */
export const userColumns: RawBuilder<unknown> = sql`
  u.id as "_id", u.username, u.name, u.role, u.currency, u.status, u.is_demo as "isDemo",
  u.minimum_bets_minor as "minimumBets", u.maximum_bets_minor as "maximumBets",
  ${balanceOfUser} as balance, ${exposureOfUser} as exposure`;

/** The direct clients of the caller, or of an operator below it. */
export async function listUsers(
  db: Db,
  actor: Actor,
  query: TableQuery & { userId?: bigint | undefined },
) {
  const parent = query.userId === undefined ? actor : await getBelow(db, actor, query.userId);
  const term = searchTerm(query);
  return listPage<User>(db, query, {
    columns: userColumns,
    source: sql`from users u where u.parent_id = ${parent.id} and u.deleted_at is null`,
    search: term && matches(term),
    sortKeys,
    id: sql`u.id`,
    count: sql`select children as count from people_counts where operator_id = ${parent.id}`,
  });
}

function matches(term: string): RawBuilder<unknown> {
  const names = [contains(sql`u.username`, term), contains(sql`u.name`, term)];
  const id = isId(term) ? [sql`u.id = ${term}`] : [];
  return sql`(${sql.join([...names, ...id], sql` or `)})`;
}
