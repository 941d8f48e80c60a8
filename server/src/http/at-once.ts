import type { BodyOf, Endpoint, Params, PathOf, ResultOf } from '@pitboss/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { hashToken, type SessionLimits } from '../auth/sessions.ts';
import type { Db } from '../db/database.ts';
import { commitsItself } from '../db/pipelined-client.ts';
import { inOneStatement } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { decodeInput, encodeAnswer } from './codec.ts';
import { type Answer, hashRequest, readKey } from './idempotency.ts';
import { readCredentials } from './session.ts';

interface Input<E extends Endpoint> {
  db: Db;
  /** The call's own terms, for a function of migration 0022. */
  call: RawBuilder<unknown>;
  params: Params<PathOf<E>>;
  body: BodyOf<E>;
}

export type AtOnceRun<E extends Endpoint> = (input: Input<E>) => Promise<ResultOf<E> | undefined>;

/**
 * Does a call in one round trip to the database, with session, key, rules, money, audit and kept
 * answer. Undefined: declined, nothing is changed, and the plain way does it or says why not.
 */
export async function tryAtOnce<E extends Endpoint>(
  app: { db: Db; limits: SessionLimits },
  endpoint: E,
  request: FastifyRequest,
  message: string,
  run: AtOnceRun<E>,
): Promise<Answer | undefined> {
  const { token, cookieHash, isBackground } = readCredentials(request.headers);
  const input = token ? await readInput(endpoint, request) : undefined;
  if (!token || !input) return undefined;
  const { key, params, body } = input;
  const call = sql`${sql.raw(commitsItself)}row(
    ${hashToken(token)}, ${app.limits.idleMinutesMax}, ${isBackground},
    ${request.ip}, ${request.id}, ${endpoint.name}, ${message}, ${key},
    ${hashRequest(endpoint, params, body as object, {})}, ${endpoint.successStatus},
    ${cookieHash}
  )::call_at_once`;
  const data = await inOneStatement(app.db, (db) => run({ db, call, params, body }));
  return data === undefined ? undefined : encodeAnswer(endpoint, message, data);
}

async function readInput<E extends Endpoint>(endpoint: E, request: FastifyRequest) {
  try {
    const key = readKey(request.headers['idempotency-key']);
    return { key, ...(await decodeInput(endpoint, request)) };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
