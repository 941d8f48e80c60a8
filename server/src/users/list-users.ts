import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import { type User, users } from '@pitboss/contract/users';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { balanceOfUser, exposureOfUser } from '../ledger/balances.ts';
import { isShort, rankOf, ranksOf, type Search, searchTerm, searchTexts } from '../lists/search.ts';
import { listPage, sortKeysOf } from '../lists/table-page.ts';
import { getBelow } from './tree.ts';

type Below = NonNullable<ResultOf<typeof users.list>['below']>;

const sortKeys = sortKeysOf(users.list, {
  _id: sql`u.id`,
  username: sql`lower(u.username)`,
  name: sql`lower(u.name)`,
  role: sql`u.role`,
  exposure: exposureOfUser,
  balance: balanceOfUser,
  currency: sql`u.currency`,
  status: sql`u.status`,
  isDemo: sql`u.is_demo`,
});

/** How `users u` is read into a row of the contract. */
export const userColumns: RawBuilder<unknown> = sql`
  u.id as "_id", u.username, u.name, u.role, u.currency, u.status, u.is_demo as "isDemo",
  u.minimum_bets_minor as "minimumBets", u.maximum_bets_minor as "maximumBets",
  ${balanceOfUser} as balance, ${exposureOfUser} as exposure`;

/** The direct clients of the caller, or of an operator below it. */
export async function listUsers(
  db: Db,
  actor: Actor,
  query: BodyOf<typeof users.list>,
): Promise<ResultOf<typeof users.list>> {
  const parent = query.userId === undefined ? actor : await getBelow(db, actor, query.userId);
  const term = searchTerm(query);
  const search = term && searchTexts(term, [sql`u.username`, sql`u.name`], [sql`u.id`]);
  const filters = filtersOf(query);
  const whose = query.branch
    ? sql`u.ancestor_ids @> array[${parent.id}::bigint]`
    : sql`u.parent_id = ${parent.id}`;
  const kept = keptCount(query, filters.length);
  const page = await listPage<User>(db, query, {
    columns: userColumns,
    source: sql`from users u where ${sql.join(
      [sql`${whose} and u.deleted_at is null`, ...filters],
      sql` and `,
    )}`,
    search,
    sortKeys,
    id: sql`u.id`,
    ...(kept
      ? { count: sql`select ${kept} as count from people_counts where operator_id = ${parent.id}` }
      : {}),
  });
  if (!term || !search || isShort(term) || query.branch) return page;
  return { ...page, below: await findBelow(db, parent.id, search) };
}

/** What is counted already: an operator's own accounts, and the clients of its branch. */
function keptCount(query: BodyOf<typeof users.list>, filters: number) {
  if (!query.branch) return filters === 0 ? sql`children` : undefined;
  const isClients = query.role === 'USER' && query.isDemo === false;
  return isClients && filters === 2 ? sql`clients` : undefined;
}

function filtersOf({ status, role, currency, isDemo, ...query }: BodyOf<typeof users.list>) {
  const given = { status, role, currency, is_demo: isDemo };
  return [
    ...Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => sql`u.${sql.ref(column)} = ${value}`),
    ...(query.createdAfter ? [sql`u.created_at > ${query.createdAfter}::timestamptz`] : []),
  ];
}

const namedMax = 3;
/** Beyond it nobody wants to know how many there are. */
const countMax = 100;

/**
 * Whom a search finds further down, where the list itself does not look: the best of them by name,
 * with whose clients they are.
 */
async function findBelow(db: Db, parentId: bigint, search: Search): Promise<Below> {
  // The words lead to few; an index of the branch would lead to everybody in it.
  const further = (found: RawBuilder<unknown>) => sql`
    from users u where ${parentId}::bigint = any (u.ancestor_ids)
      and u.parent_id <> ${parentId} and u.deleted_at is null and ${found}
      and not is_below_deleted(u)`;
  const best = async (found: RawBuilder<unknown>, among: number) => {
    const { rows } = await sql<Below['people'][number] & { found: number }>`
      select u.id as "_id", u.username, u.parent_id as "parentId",
        (select p.username from users p where p.id = u.parent_id) as "parentName",
        count(*) over ()::int as found
      from (select u.id, u.username, u.name, u.parent_id ${further(found)} limit ${among}) u
      order by ${rankOf(search)} limit ${namedMax}`.execute(db);
    return rows;
  };
  let people = await best(search.all, countMax);
  const count = people[0]?.found ?? 0;
  if (count === countMax) {
    // The best may stand among those that were not looked at.
    people = [];
    for (const found of Object.values(ranksOf(search))) {
      if (people.length < namedMax) people.push(...(await best(found, namedMax)));
    }
  }
  return { count, people: people.slice(0, namedMax).map(({ found, ...person }) => person) };
}
