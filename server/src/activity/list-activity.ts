import { type ActivityEvent, activity } from '@pitboss/contract/activity';
import type { BodyOf } from '@pitboss/contract/endpoint';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { changedFields } from '../history/changed-fields.ts';
import { toldOf } from '../history/event-columns.ts';
import type { Actor } from '../kernel/actor.ts';
import { dayMs, listByTime, slotMs } from '../lists/list-by-time.ts';
import { searchTerm } from '../lists/search.ts';
import { inRange, type Range, type Span, splitRange, within } from '../lists/split-range.ts';
import { assertRange, sortKeysOf } from '../lists/table-page.ts';
import { aboutObject, findAccount } from './about-object.ts';
import { searchActors } from './search-actors.ts';
import { type TargetRow, targetColumns, targetSource } from './target-columns.ts';

type Query = BodyOf<typeof activity.list>;

interface EventRow extends Omit<ActivityEvent, 'changes' | 'target'>, TargetRow {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const at = sql`a.at`;
const sortKeys = sortKeysOf(activity.list, { at });

/** What was done in the caller's branch, and what somebody tried at it. */
export async function listActivity(db: Db, actor: Actor, query: Query) {
  assertRange(query);
  const range = { from: query.startDate, to: query.endDate };
  const own = sql`a.operator_id = ${actor.id}`;
  const who = query.actor ? await findAccount(db, actor, query.actor) : undefined;
  const chosen = sql.join(
    [
      own,
      ...(query.kind ? [sql`a.kind = ${query.kind}`] : []),
      // In words, so that the index of what was refused is known to hold it.
      ...(query.outcome ? [sql`a.outcome = ${sql.lit(query.outcome)}`] : []),
      ...(query.actor ? [sql`a.actor_id = ${who?.id ?? 0n}`] : []),
    ],
    sql` and `,
  );
  const object = query.on && query.object && (await aboutObject(db, actor, query.on, query.object));
  const inside = inRange(at, range);
  const where = sql`${chosen} and ${object || sql`true`} and ${inside}`;
  const { isOurs, by } = toldOf(actor);
  const term = searchTerm(query);
  const { rows, all, matching } = await listByTime<EventRow>(db, query, {
    table: sql`activity a`,
    at,
    id: sql`a.event_id`,
    row: sql`a.ctid`,
    columns: sql`e.id as _id, e.at, a.kind, e.actor_role as role, e.action, e.outcome, e.message,
      e.before, e.after, ${by} as by, case when ${isOurs} then e.actor_id end as "actorId",
      case when ${isOurs} then e.address end as address, ${targetColumns(actor)}`,
    from: sql`activity a join audit_events e on e.id = a.event_id and e.at = a.at
      left join users u on u.id = e.actor_id ${targetSource}`,
    where,
    sortKeys,
    search: term && searchActors(actor, term),
    ...(object || (query.actor && !who?.isOperator)
      ? { parts: [counted(where)] }
      : partsOf(rollupsOf(actor, who, query), range, chosen)),
    counted,
    stepMs: slotMs,
    // What was done to one object is found by it, and not along the clock.
    lanes: object ? undefined : [{ across: sql``, where: sql`${chosen} and ${inside}` }],
  });
  return {
    draw: query.draw,
    data: rows.map(toEvent),
    recordsTotal: Number(all.rows),
    recordsFiltered: Number(matching.rows),
  };
}

function toEvent({ before, after, ...row }: EventRow): ActivityEvent {
  const { targetKind, targetId, targetName, targetUserId, targetSince, ...event } = row;
  const target = targetKind && {
    kind: targetKind,
    _id: targetId,
    name: targetName,
    userId: targetUserId,
    since: targetSince,
  };
  return { ...event, target: target || null, changes: changedFields(before, after) };
}

type Rollup = (span: Span) => RawBuilder<unknown>;

/** What an operator did is seen alike by itself and by all above it. */
function rollupsOf({ id }: Actor, who: { id: bigint } | undefined, { kind, outcome }: Query) {
  const [slots, days, isOwn] = who
    ? [sql`actor_slots`, sql`actor_days`, sql`actor_id = ${who.id}`]
    : [sql`activity_slots`, sql`activity_days`, sql`operator_id = ${id}`];
  const of =
    (table: RawBuilder<unknown>, begin: RawBuilder<unknown>): Rollup =>
    (span) =>
      sql`select ${begin}, events, 0::bigint, 0::bigint, 0::bigint from ${table}
      where ${isOwn} ${kind ? sql`and kind = ${kind}` : sql``}
        ${outcome ? sql`and outcome = ${outcome}` : sql``} and ${within(begin, span)}`;
  return { slots: of(slots, sql`slot_at`), days: of(days, sql`day::timestamp at time zone 'UTC'`) };
}

/** Whole days and quarters of an hour are read from rollups; the ends of the range are counted. */
function partsOf(
  { slots, days }: Record<'slots' | 'days', Rollup>,
  range: Range,
  chosen: RawBuilder<unknown>,
) {
  const { whole, edges } = splitRange(range, slotMs);
  const ends = edges.map((edge) => counted(sql`${chosen} and ${within(at, edge)}`));
  const wholeDays = splitRange(range, dayMs).whole;
  const { from, before } = wholeDays;
  const parts = [slots(whole), ...ends];
  if (from && before && from >= before) return { parts };
  const beside = [
    ...(from ? [slots({ ...whole, before: from })] : []),
    ...(before ? [slots({ ...whole, from: before })] : []),
  ];
  return { parts, days: [days(wholeDays), ...beside, ...ends] };
}

function counted(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select slot_of(a.at), count(*), 0::bigint, 0::bigint, 0::bigint
    from activity a where ${where} group by 1`;
}
