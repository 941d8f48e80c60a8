import type { IncomingHttpHeaders } from 'node:http';
import type { Role } from '@pitboss/contract/auth';
import type { Allow, Endpoint } from '@pitboss/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { readCookieHash } from '../auth/browser.ts';
import { hashToken, type SessionLimits } from '../auth/sessions.ts';
import { stepUpRefusal } from '../auth/step-up.ts';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Actor, Origin } from '../kernel/actor.ts';
import { Refusal } from '../kernel/refusal.ts';

/** The roles that each word of `allow` in the contract lets in. */
const rolesOf: Record<Allow, readonly Role[]> = {
  public: ['USER', 'ADMIN', 'SUPER'],
  players: ['USER'],
  operators: ['ADMIN', 'SUPER'],
  super: ['SUPER'],
  services: [],
};

const enrolFirst = 'Two-factor sign-in is required. Please set it up on your profile, then go on.';

/** Why a call does not go on, as open_call, find_caller and claim_key put it. */
const refusals: Record<string, ConstructorParameters<typeof Refusal>> = {
  noSession: ['unauthenticated', 'Session expired. Please log in again.'],
  noService: ['unauthenticated', 'Send a valid service key as X-Service-Key.'],
  notAllowed: ['forbidden', 'You do not have permission to perform this action.'],
  suspended: ['forbidden', 'Your account is suspended: you can look, but change nothing.'],
  keyRunning: [
    'conflict',
    'A call with this Idempotency-Key is still running.',
    { retryAfterSeconds: 1 },
  ],
  keyUsed: [
    'keyReused',
    'This Idempotency-Key was used for another call. Check the statement before trying again.',
  ],
};

export function callRefusal(reason: string): Refusal | undefined {
  // Marked, so that a program knows what to do: a 403 like any other would say nothing of it.
  if (reason === 'stepUp') return stepUpRefusal();
  if (reason === 'mustEnrol') {
    return new Refusal('forbidden', enrolFirst, { fields: { secondFactor: enrolFirst } });
  }
  const known = refusals[reason];
  return known && new Refusal(...known);
}

export interface Credentials {
  tokenHash: Buffer | null;
  /** Of the cookie beside it: a browser's session needs both. */
  cookieHash: Buffer | null;
  /** A background refresh does not keep an idle session alive. */
  isBackground: boolean;
}

export function readCredentials(request: FastifyRequest): Credentials {
  const { headers } = request;
  const token = /^Bearer ([\w-]{20,200})$/.exec(headers.authorization ?? '')?.[1];
  const cookieHash = readCookieHash(request);
  const isBackground = headers['x-background'] === 'true';
  return { tokenHash: token === undefined ? null : hashToken(token), cookieHash, isBackground };
}

/** The hash of the key that a game server sends; nothing where it is none. */
export function readServiceKey(headers: IncomingHttpHeaders): Buffer | null {
  const header = headers['x-service-key'];
  const isKey = typeof header === 'string' && /^[\w-]{20,200}$/.test(header);
  return isKey ? hashToken(header) : null;
}

/** A socket forgets who was at its other end when they hang up, unless it was asked before. */
export function rememberPeers({ server }: FastifyInstance): void {
  server.on('connection', (socket) => socket.remoteAddress);
}

export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, requestId: request.id };
}

/** Who a call is for, as find_caller and open_call take it. */
export function allowedBy(endpoint: Endpoint): RawBuilder<unknown> {
  const { allow, effect, whileSuspended, whileUnenrolled, stepUp } = endpoint;
  return sql`${rolesOf[allow]}::text[], ${effect === 'read' || whileSuspended},
    ${whileUnenrolled}, ${stepUp}`;
}

/** An account as find_caller and open_call answer with it; for queries over them as `o`. */
export const actorColumns: RawBuilder<unknown> = sql`
  o.reason, o.session_id as "sessionId", o.is_fresh as "isFresh", (o.actor).id,
  (o.actor).username, (o.actor).name,
  (o.actor).role, (o.actor).currency, (o.actor).is_demo as "isDemo",
  (o.actor).ancestor_ids as "ancestorIds", (o.actor).minimum_bets_minor as "minimumBetsMinor",
  (o.actor).maximum_bets_minor as "maximumBetsMinor", o.status`;

/**
 * The same as one value, with its numbers as kept answers have them: for the busy calls, which name
 * their caller only where they are refused. To read thirteen columns takes as long as the rest.
 */
export const actorValue: RawBuilder<unknown> = sql`json_build_object('reason', o.reason,
  'sessionId', kept_bigint(o.session_id), 'isFresh', o.is_fresh, 'id', kept_bigint((o.actor).id),
  'username', (o.actor).username, 'name', (o.actor).name, 'role', (o.actor).role,
  'currency', (o.actor).currency, 'isDemo', (o.actor).is_demo,
  'ancestorIds', array(select kept_bigint(id) from unnest((o.actor).ancestor_ids) id),
  'minimumBetsMinor', case when (o.actor).minimum_bets_minor is not null
    then kept_bigint((o.actor).minimum_bets_minor) end,
  'maximumBetsMinor', case when (o.actor).maximum_bets_minor is not null
    then kept_bigint((o.actor).maximum_bets_minor) end,
  'status', o.status)`;

export type CallerRow = Omit<Actor, keyof Origin | 'limits' | 'idempotencyKey'> &
  Actor['limits'] & { reason: string | null };

/** The one who acts; nobody where there is no session. */
export function toActor(
  row: CallerRow,
  origin: Origin,
  idempotencyKey: string | null,
): Actor | undefined {
  const { reason, minimumBetsMinor, maximumBetsMinor, ...person } = row;
  if (reason === 'noSession') return undefined;
  return { ...origin, ...person, limits: { minimumBetsMinor, maximumBetsMinor }, idempotencyKey };
}

interface Found {
  actor: Actor | undefined;
  refusal: Refusal | undefined;
}

/** Who calls, for what only looks or prepares: a change opens its call inside its transaction. */
export async function findCaller(
  { db, limits }: { db: Db; limits: SessionLimits },
  endpoint: Endpoint,
  request: FastifyRequest,
  { tokenHash, cookieHash, isBackground }: Credentials = readCredentials(request),
): Promise<Found> {
  const { rows } = await sql<CallerRow & { isStale: boolean | null }>`
    select ${actorColumns}, o.is_stale as "isStale"
    from find_caller(${tokenHash}, ${cookieHash}, ${limits.idleMinutesMax},
      ${allowedBy(endpoint)}) o`.execute(db);
  const [{ isStale, ...row }] = rows as [(typeof rows)[number]];
  if (isStale && !isBackground) await touch(db, row.sessionId);
  const actor = toActor(row, originOf(request), null);
  return { actor, refusal: row.reason === null ? undefined : callRefusal(row.reason) };
}

/** Which of these may make the call no more: their sessions are over, or their rights. */
export async function findGone<C extends Credentials>(
  { db, limits }: { db: Db; limits: SessionLimits },
  endpoint: Endpoint,
  callers: C[],
): Promise<Set<C>> {
  if (callers.length === 0) return new Set();
  const tokens = callers.map(({ tokenHash }) => tokenHash);
  const cookies = callers.map(({ cookieHash }) => cookieHash);
  const { rows } = await sql<{ place: number }>`
    select c.place::int from unnest(${tokens}::bytea[], ${cookies}::bytea[])
      with ordinality c (token, cookie, place)
    cross join lateral find_caller(c.token, c.cookie, ${limits.idleMinutesMax},
      ${allowedBy(endpoint)}) o
    where o.reason is not null`.execute(db);
  return new Set(rows.flatMap(({ place }) => callers[place - 1] ?? []));
}

/** To lose this costs nothing, so the commit waits for no standby. */
async function touch(db: Db, sessionId: bigint): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx);
    await sql`select touch_session(${sessionId})`.execute(tx);
  });
}
