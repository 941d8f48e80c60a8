import * as z from 'zod/mini';
import { ordered, searched, shown } from './columns.ts';
import { endpoint } from './endpoint.ts';
import { HistoryEvent } from './history.ts';
import { blankable, dateRange, Id, Instant, pageOf, tableQuery, text } from './wire.ts';

/** What an event is about, in the words of an operator; an action that fits none is `other`. */
export const activityKinds = [
  'sign-in',
  'client',
  'money',
  'request',
  'bank',
  'round',
  'bet',
  'multiplier',
  'maintenance',
  'event',
  'support',
  'security',
  'service-key',
  'export',
  'other',
] as const;
export const ActivityKind = z.enum(activityKinds, { error: 'This kind of event is not known.' });
export type ActivityKind = z.output<typeof ActivityKind>;

/** What can be asked for by name or number: what was done to it, and tried at it. */
export const activityObjects = ['user', 'cash-request', 'bank', 'round', 'bet'] as const;
export const ActivityObject = z.enum(activityObjects, { error: 'This object is not known.' });
export type ActivityObject = z.output<typeof ActivityObject>;

/** What something was done to, as far as it is the caller's to see. */
export const ActivityTarget = z.object({
  kind: z.string(),
  _id: z.nullable(Id),
  /** A username, or the name of a bank; null where there is none, or it is not the caller's. */
  name: z.nullable(z.string()),
  /** Whose it is, where it is a client's: under this account its list is opened. */
  userId: z.nullable(Id),
  /** When it came to be, where its list is one by dates. */
  since: z.nullable(Instant),
});
export type ActivityTarget = z.output<typeof ActivityTarget>;

export const ActivityEvent = z.extend(HistoryEvent, {
  kind: ActivityKind,
  /** The account of the caller's branch that acted. */
  actorId: z.nullable(Id),
  target: z.nullable(ActivityTarget),
});
export type ActivityEvent = z.output<typeof ActivityEvent>;

export const activity = {
  list: endpoint({
    name: 'activity.list',
    method: 'POST',
    path: '/activity/get',
    about: { kind: 'user', id: 'caller' },
    summary: "What was done in the caller's branch and tried at it, newest first.",
    allow: 'operators',
    effect: 'read',
    takes: 'form',
    body: tableQuery({
      ...dateRange,
      /** The whole username of who acted. */
      actor: blankable(text(200)),
      kind: blankable(ActivityKind),
      outcome: blankable(z.enum(['done', 'refused'], { error: 'Must be done or refused.' })),
      /** With `object`: a client by its whole username, anything else by its number. */
      on: blankable(ActivityObject),
      object: blankable(text(200)),
    }),
    result: pageOf(ActivityEvent),
    columns: {
      at: ordered,
      by: searched,
      action: shown,
      target: shown,
      changes: shown,
      outcome: shown,
    },
  }),
  seal: endpoint({
    name: 'activity.seal',
    method: 'GET',
    path: '/activity/seal',
    about: { kind: 'platform', id: 'none' },
    summary: 'How far the record of events is sealed, and whether its newest seals hold.',
    allow: 'super',
    effect: 'read',
    result: z.object({
      /** The newest seal; null before there is one. */
      seal: z.nullable(
        z.object({
          position: Id,
          at: Instant,
          /** The newest event in it. */
          upTo: Instant,
          /** Begins the hash that `npm run books` prints of it. */
          hash: z.string(),
        }),
      ),
      /** The newest seals, checked for this answer: from this event on, and what was found. */
      checkedFrom: z.nullable(Instant),
      isWhole: z.boolean(),
      /** Events that no seal holds yet. */
      waiting: z.int(),
    }),
  }),
};
