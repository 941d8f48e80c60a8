import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { FormFlag, FormWhole, Id, link, nameText } from './wire.ts';

export const Event = z.object({
  _id: Id,
  eventId: z.string(),
  eventName: z.string(),
  sequence: z.int(),
  link: z.string(),
  icon: z.optional(z.nullable(z.string())),
  image: z.optional(z.nullable(z.string())),
  isMaintenance: z.boolean(),
  isActive: z.boolean(),
});
export type Event = z.output<typeof Event>;

const sequence = FormWhole(0, 1_000_000, 'Sequence is a whole number from 0.');

const eventFields = {
  eventId: nameText(100),
  eventName: nameText(200),
  sequence: z._default(sequence, 1),
  link: link('web'),
  isMaintenance: z._default(FormFlag, false),
};

export const events = {
  list: endpoint({
    name: 'events.list',
    method: 'GET',
    path: '/event/getallevent',
    about: { kind: 'event', id: 'none' },
    summary: 'Lists the events by their sequence.',
    allow: 'super',
    effect: 'read',
    result: z.array(Event),
  }),
  add: endpoint({
    name: 'events.add',
    method: 'POST',
    path: '/event/createevent',
    about: { kind: 'event', id: 'answer._id' },
    summary: 'Publishes an event.',
    allow: 'super',
    effect: 'write',
    successStatus: 201,
    takes: 'multipart',
    files: ['icon', 'image'],
    body: z.strictObject(eventFields),
    result: z.optional(Event),
  }),
  update: endpoint({
    name: 'events.update',
    method: 'PUT',
    path: '/event/updateevent/{id}',
    about: { kind: 'event', id: 'path.id' },
    summary: 'Changes an event; a picture that is not sent stays.',
    allow: 'super',
    effect: 'write',
    takes: 'multipart',
    files: ['icon', 'image'],
    body: z.strictObject({
      eventId: z.optional(eventFields.eventId),
      eventName: z.optional(eventFields.eventName),
      sequence: z.optional(sequence),
      link: z.optional(eventFields.link),
      isMaintenance: z.optional(FormFlag),
      isActive: z.optional(FormFlag),
    }),
    result: z.optional(Event),
  }),
};
