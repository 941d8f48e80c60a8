import * as z from 'zod/mini';
import { Role } from './auth.ts';
import { ordered, searched } from './columns.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, pageOf, tableQuery } from './wire.ts';

/** One thing that was done to an account or a request, or that somebody tried and was refused. */
export const HistoryEvent = z.object({
  _id: Id,
  at: Instant,
  /** Who: a username of the caller's branch; of others only what they are. */
  by: z.string(),
  role: z.nullable(Role),
  /** From where, for those of the caller's branch. */
  address: z.nullable(z.string()),
  /** The call, such as `users.update`. */
  action: z.string(),
  outcome: z.enum(['done', 'refused']),
  message: z.string(),
  /** The fields that it changed, as text; null where there was or is nothing. */
  changes: z.array(
    z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
});
export type HistoryEvent = z.output<typeof HistoryEvent>;

/** Newest first. */
const list = {
  method: 'POST',
  effect: 'read',
  allow: 'operators',
  takes: 'form',
  body: tableQuery({}),
  result: pageOf(HistoryEvent),
  /** The result is searched by its message. */
  columns: { at: ordered, by: searched, action: searched, outcome: searched },
} as const;

export const history = {
  user: endpoint({
    ...list,
    name: 'history.user',
    path: '/users/history/{id}',
    about: { kind: 'user', id: 'path.id' },
    summary: 'What was done to an account below the caller, and its sign-ins.',
  }),
  cashRequest: endpoint({
    ...list,
    name: 'history.cashRequest',
    path: '/banking/users/request/history/{id}',
    about: { kind: 'cash-request', id: 'path.id' },
    summary: "What was done to a request of the caller's branch.",
  }),
};
