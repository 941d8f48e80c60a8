import type { Endpoint } from '@pitboss/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { SessionLimits } from '../auth/sessions.ts';
import type { Tx } from '../db/database.ts';
import type { Given } from '../db/fixed-statement.ts';
import type { Actor, Service } from '../kernel/actor.ts';
import { fromKept } from '../kernel/kept.ts';
import type { Refusal } from '../kernel/refusal.ts';
import {
  actorColumns,
  allowedBy,
  type CallerRow,
  type Credentials,
  callRefusal,
  originOf,
  readCredentials,
  readServiceKey,
  toActor,
} from './caller.ts';
import { encodeAnswer } from './codec.ts';
import type { Answer, Key } from './idempotency.ts';

/** How a call stands once it is open: refused, answered before, or to be done by this caller. */
export interface Opened<C> {
  /** Nobody where there is no session. */
  caller: C | undefined;
  refusal: Refusal | undefined;
  kept: Kept | null;
}

/** What a call holds alone: its caller's sessions, or its caller, and so the whole branch. */
export interface Holds {
  isAlone: boolean;
  isOverBranch: boolean;
}

type SentKey = { [K in keyof Key]: Key[K] | null };

export type Open<C> = (tx: Tx, key: Key | undefined) => Promise<Opened<C>>;

/** What was kept under a key: the values of the answer; of earlier releases the answer itself. */
export type Kept = { message: string; result: unknown } | { status: number; answer: object };

/** The database's function that opens a call of a person, with all that it needs to know. */
export function openCallSql<C>(
  limits: SessionLimits,
  endpoint: Endpoint,
  { tokenHash, cookieHash, isBackground, key, requestHash }: Given<Credentials & SentKey, C>,
  { isAlone, isOverBranch }: Holds,
): RawBuilder<unknown> {
  return sql`open_call(${tokenHash}, ${cookieHash}, ${limits.idleMinutesMax}, ${isBackground},
    ${allowedBy(endpoint)}, ${isAlone}, ${isOverBranch}, ${key}, ${requestHash})`;
}

export const noKey: SentKey = { key: null, requestHash: null };

/** Opens a call of a person in its transaction. */
export function byPerson(
  limits: SessionLimits,
  endpoint: Endpoint,
  request: FastifyRequest,
  sentKey: string | null,
  holds: Holds,
): Open<Actor> {
  return async (tx, key) => {
    const sent = { ...readCredentials(request), ...(key ?? noKey) };
    const { rows } = await sql<CallerRow & { kept: Kept | null }>`
      select ${actorColumns}, o.kept
      from ${openCallSql(limits, endpoint, sent, holds)} o`.execute(tx);
    const [{ kept, ...row }] = rows as [(typeof rows)[number]];
    return { ...opened(row.reason, kept), caller: toActor(row, originOf(request), sentKey) };
  };
}

/** Opens a call of a game server, which is known by its service key. */
export function byService(request: FastifyRequest, sentKey: string | null): Open<Service> {
  const keyHash = readServiceKey(request.headers);
  return async (tx, key) => {
    const { rows } = await sql<Pick<Service, 'keyId' | 'name'> & { reason: string; kept: Kept }>`
      select service_key_id as "keyId", name, reason, kept
      from open_service_call(${keyHash}, ${key?.key ?? null}, ${key?.requestHash ?? null})`.execute(
      tx,
    );
    const [{ reason, kept, ...service }] = rows as [(typeof rows)[number]];
    const isKnown = reason !== 'noService';
    const caller = { ...originOf(request), ...service, idempotencyKey: sentKey };
    return { ...opened(reason, kept), caller: isKnown ? caller : undefined };
  };
}

function opened(reason: string | null, kept: Kept | null) {
  return { refusal: reason === null ? undefined : callRefusal(reason), kept };
}

/** The answer to the call that first used this key. */
export function answerKept(
  endpoint: Endpoint,
  kept: Kept,
  dataOf: (result: unknown) => unknown = (result) => result,
): Answer {
  if ('answer' in kept) return { status: kept.status, body: { ...kept.answer } };
  return encodeAnswer(endpoint, kept.message, dataOf(fromKept(kept.result) ?? undefined));
}
