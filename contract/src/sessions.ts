import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './wire.ts';

/** A place where the caller is signed in. */
export const Session = z.object({
  _id: Id,
  createdAt: Instant,
  lastUsedAt: Instant,
  expiresAt: Instant,
  address: z.string(),
  /** What the program that signed in calls itself; empty when it did not say. */
  agent: z.string(),
  /** The session that this call was made with. */
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof Session>;

const list = {
  summary: "The caller's open sessions, the newest first.",
  effect: 'read',
  method: 'GET',
  about: { kind: 'user', id: 'caller' },
  result: z.array(Session),
} as const;
const end = {
  summary: "Ends one of the caller's sessions, the one in use too.",
  effect: 'write',
  method: 'DELETE',
  about: { kind: 'session', id: 'path.id' },
  whileSuspended: true,
} as const;
const endOthers = {
  summary: "Ends all of the caller's sessions but the one in use.",
  effect: 'write',
  method: 'DELETE',
  about: { kind: 'session', id: 'caller' },
  whileSuspended: true,
  result: z.object({ ended: z.int() }),
} as const;

/** The same three calls at both doors: operators and clients look after their own. */
export const sessions = {
  list: endpoint({ name: 'sessions.list', path: '/sessions', allow: 'operators', ...list }),
  end: endpoint({ name: 'sessions.end', path: '/sessions/{id}', allow: 'operators', ...end }),
  endOthers: endpoint({
    name: 'sessions.endOthers',
    path: '/sessions',
    allow: 'operators',
    ...endOthers,
  }),
  listOwn: endpoint({
    name: 'player.sessions',
    path: '/player/sessions',
    allow: 'players',
    ...list,
  }),
  endOwn: endpoint({
    name: 'player.endSession',
    path: '/player/sessions/{id}',
    allow: 'players',
    ...end,
  }),
  endOwnOthers: endpoint({
    name: 'player.endOtherSessions',
    path: '/player/sessions',
    allow: 'players',
    ...endOthers,
  }),
};
