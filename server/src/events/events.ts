import type { BodyOf } from '@pitboss/contract/endpoint';
import type { Event, events } from '@pitboss/contract/events';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { isUniqueViolation } from '../db/database-errors.ts';
import { type Image, keepImage } from '../files/images.ts';
import type { Change } from '../kernel/change.ts';
import { fieldRefusal, Refusal } from '../kernel/refusal.ts';

/** The pictures that came with a form; one that was not sent is missing. */
export interface EventImages {
  icon?: Image;
  image?: Image;
}

type NewEvent = BodyOf<typeof events.add>;
type EventChanges = BodyOf<typeof events.update>;

const eventColumns: RawBuilder<unknown> = sql`
  id as "_id", event_id as "eventId", event_name as "eventName", sequence, link,
  '/api/files/events/' || encode(icon_hash, 'hex') as icon,
  '/api/files/events/' || encode(image_hash, 'hex') as image,
  is_maintenance as "isMaintenance", is_active as "isActive"`;

export async function listEvents(db: Db, onlyActive: boolean): Promise<Event[]> {
  const { rows } = await sql<Event>`
    select ${eventColumns} from events where is_active or not ${onlyActive}::boolean
    order by sequence, id`.execute(db);
  return rows;
}

export async function addEvent(
  tx: Tx,
  event: NewEvent,
  images: EventImages,
): Promise<{ event: Event; change: Change }> {
  const { id } = await tx
    .insertInto('events')
    .values({
      event_id: event.eventId,
      event_name: event.eventName,
      sequence: event.sequence,
      link: event.link,
      is_maintenance: event.isMaintenance,
      icon_hash: images.icon ? await keepImage(tx, images.icon) : null,
      image_hash: images.image ? await keepImage(tx, images.image) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(throwTaken);
  const added = await getEvent(tx, id);
  return { event: added, change: { kind: 'event', id, after: { ...added } } };
}

/** Changes the fields that were sent; a picture that was not sent stays. */
export async function updateEvent(
  tx: Tx,
  id: bigint,
  changes: EventChanges,
  images: EventImages,
): Promise<{ event: Event; change: Change }> {
  const before = await getEvent(tx, id, sql`for update`);
  const next = { ...before, ...changes };
  await tx
    .updateTable('events')
    .set({
      event_id: next.eventId,
      event_name: next.eventName,
      sequence: next.sequence,
      link: next.link,
      is_maintenance: next.isMaintenance,
      is_active: next.isActive,
      updated_at: sql`platform_now()`,
      ...(images.icon ? { icon_hash: await keepImage(tx, images.icon) } : {}),
      ...(images.image ? { image_hash: await keepImage(tx, images.image) } : {}),
    })
    .where('id', '=', id)
    .execute()
    .catch(throwTaken);
  const event = await getEvent(tx, id);
  return { event, change: { kind: 'event', id, before: { ...before }, after: { ...event } } };
}

async function getEvent(db: Db, id: bigint, lock: RawBuilder<unknown> = sql``): Promise<Event> {
  const { rows } = await sql<Event>`
    select ${eventColumns} from events where id = ${id} ${lock}`.execute(db);
  if (!rows[0]) throw new Refusal('notFound', 'Event not found.');
  return rows[0];
}

function throwTaken(error: unknown): never {
  throw isUniqueViolation(error, 'event_ids_are_unique')
    ? fieldRefusal('eventId', 'This Event ID is already taken.')
    : error;
}
