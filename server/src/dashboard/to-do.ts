import { requestAges, type ToDo } from '@pitboss/contract/dashboard';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { findOperatorIds, rowsOf } from '../lists/branch.ts';
import { leftBets } from '../rounds/open-bets.ts';
import { findTrouble } from './find-trouble.ts';

const minuteMs = 60_000;
/** Up to where a request counts as new, and from where as late. */
const agesMs = { new: 10 * minuteMs, waiting: 30 * minuteMs };

export async function findToDo(db: Db, actor: Actor): Promise<ToDo> {
  const operatorIds = await findOperatorIds(db, actor.id);
  return {
    requests: await countRequests(db, operatorIds),
    left: await countLeft(db, actor, operatorIds),
    lockedOut: await findLockedOut(db, actor),
    trouble: actor.role === 'SUPER' ? await findTrouble(db) : [],
  };
}

type Requests = ToDo['requests'];

async function countRequests(db: Db, operatorIds: bigint[] | null): Promise<Requests> {
  const now = Date.now();
  const [newFrom, waitingFrom] = [now - agesMs.new + 1, now - agesMs.waiting + 1].map(
    (ms) => new Date(ms),
  ) as [Date, Date];
  const pending = sql`r.status = 'pending' and r.created_at <= ${new Date(now)}::timestamptz`;
  const { every } = rowsOf({ operatorIds }, sql`r.parent_id`, pending);
  const { rows } = await sql<Pick<Requests[number], 'type' | 'age' | 'count'> & { oldest: Date }>`
    select r.type, case when r.created_at >= ${newFrom}::timestamptz then 'new'
        when r.created_at >= ${waitingFrom}::timestamptz then 'waiting' else 'late' end as age,
      count(*)::int as count, min(r.created_at) as oldest
    from cash_requests r where ${every} group by 1, 2`.execute(db);
  const ends = {
    new: { from: newFrom, to: new Date(now) },
    waiting: { from: waitingFrom, to: new Date(newFrom.getTime() - 1) },
    late: { to: new Date(waitingFrom.getTime() - 1) },
  };
  return rows
    .map(({ oldest, ...row }) => ({ ...row, from: oldest, ...ends[row.age] }))
    .toSorted(
      (one, other) =>
        requestAges.indexOf(one.age) - requestAges.indexOf(other.age) ||
        other.type.localeCompare(one.type),
    );
}

/** Of the kind of money that the caller's lists show. */
async function countLeft(db: Db, { isDemo }: Actor, operatorIds: bigint[] | null) {
  const { every } = rowsOf({ operatorIds }, sql`b.parent_id`, sql`true`);
  const { rows } = await sql<ToDo['left'][number]>`
    select b.currency, count(*)::int as bets, min(b.created_at) as since
    from bets b where ${leftBets(every)} and b.is_demo = ${isDemo} group by 1 order by 1`.execute(
    db,
  );
  return rows;
}

const namedMax = 10;

/** By the hash that wrong passwords are counted under, which is kept for strangers' tries. */
async function findLockedOut(db: Db, { id }: Actor) {
  const { rows } = await sql<ToDo['lockedOut'][number]>`
    select u.id as "_id", u.username, f.blocked_until as until
    from sign_in_failures f join users u on sha256(lower(u.username)::bytea)
      = decode(translate(substr(f.subject, 6), '-_', '+/') || '=', 'base64')
    where f.subject like 'name:%' and f.blocked_until > now()
      and u.ancestor_ids @> array[${id}::bigint] and u.deleted_at is null
    order by f.blocked_until desc, u.id limit ${namedMax}`.execute(db);
  return rows;
}
