import { type HistoryEvent, history } from '@pitboss/contract/history';
import type { TableQuery } from '@pitboss/contract/wire';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { Refusal } from '../kernel/refusal.ts';
import { searchTerm, searchTexts } from '../lists/search.ts';
import { listPage, type SortKeys, sortKeysOf } from '../lists/table-page.ts';
import { getBelow } from '../users/tree.ts';
import { changedFields } from './changed-fields.ts';
import { toldOf } from './event-columns.ts';

interface EventRow extends Omit<HistoryEvent, 'changes'> {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const told = sql`(e.action || ' ' || e.message)`;
const userKeys = sortKeysOf(history.user, { at: sql`e.id` });
const requestKeys = sortKeysOf(history.cashRequest, { at: sql`e.id` });

/** What was done to an account below the caller, tried at it, and where it signed in. */
export async function listUserHistory(db: Db, actor: Actor, id: bigint, query: TableQuery) {
  await getBelow(db, actor, id);
  return listEvents(
    db,
    actor,
    query,
    userKeys,
    sql`((e.target_kind = 'user' and e.target_id = ${id})
      or (e.target_kind = 'session' and e.actor_id = ${id}))`,
  );
}

/** What was done to a request of the caller's branch. */
export async function listRequestHistory(db: Db, actor: Actor, id: bigint, query: TableQuery) {
  const { rows } = await sql`
    select from cash_requests r join users u on u.id = r.user_id
    where r.id = ${id} and ${actor.id} = any(u.ancestor_ids)`.execute(db);
  if (rows.length === 0) throw new Refusal('notFound', 'Request not found.');
  return listEvents(
    db,
    actor,
    query,
    requestKeys,
    sql`e.target_kind = 'cash-request' and e.target_id = ${id}`,
  );
}

async function listEvents(
  db: Db,
  actor: Actor,
  query: TableQuery,
  sortKeys: SortKeys,
  about: RawBuilder<unknown>,
) {
  const { isOurs, by } = toldOf(actor);
  const term = searchTerm(query);
  const { data, ...page } = await listPage<EventRow>(db, query, {
    columns: sql`e.id as _id, e.at, e.actor_role as role, e.action, e.outcome, e.message,
      e.before, e.after, case when ${isOurs} then e.address end as address, ${by} as by`,
    source: sql`from audit_events e left join users u on u.id = e.actor_id where ${about}`,
    search: term && searchTexts(term, [by, told]),
    sortKeys,
    id: sql`e.id`,
  });
  const shown = data.map(({ before, after, ...event }) => ({
    ...event,
    changes: changedFields(before, after),
  }));
  return { ...page, data: shown };
}
