import type { BodyOf, Endpoint, Params, PathOf, ResultOf } from '@pitboss/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { eventOf, insertEvent } from '../audit/record-event.ts';
import { type Browser, readBrowser } from '../auth/browser.ts';
import type { SessionLimits } from '../auth/sessions.ts';
import type { Db, Tx } from '../db/database.ts';
import { inNearSnapshot, type Replica } from '../db/replica.ts';
import { inTransaction, withCommit } from '../db/transaction.ts';
import type { ReceiptUrls } from '../files/receipt-url.ts';
import type { Actor, Origin, Service } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { Refusal } from '../kernel/refusal.ts';
import { assertAllowed } from './assert-allowed.ts';
import { type AtOnceRun, tryAtOnce } from './at-once.ts';
import { decodeInput, encodeAnswer } from './codec.ts';
import { type Answer, claimKey, hashRequest, insertAnswer, readKey } from './idempotency.ts';
import { inTime } from './in-time.ts';
import { recordRefused } from './record-refused.ts';
import { authenticateService } from './service.ts';
import { authenticate, readCredentials } from './session.ts';

/** What a module's routes are mounted on. */
export interface App {
  http: FastifyInstance;
  db: Db;
  /** Where lists may be read from; never sessions, and nothing that a change rests on. */
  replica: Replica | undefined;
  limits: SessionLimits;
  /** Makes and checks the addresses of receipts. */
  receiptUrls: () => Promise<ReceiptUrls>;
  /** The most that a target of the multiplier table may return to players. */
  rtpLimitMillionths: number;
}

interface Input<E extends Endpoint, A = Actor> {
  actor: A;
  params: Params<PathOf<E>>;
  body: BodyOf<E>;
  /** The files of a multipart body by their field; one that was not sent is missing. */
  files: Record<string, Buffer>;
}

type Data<E extends Endpoint> =
  undefined extends ResultOf<E> ? { data?: ResultOf<E> } : { data: ResultOf<E> };

/** What a write answers with, and what it changed: without a change to record it cannot end. */
type Done<E extends Endpoint> = Data<E> & { message: string; change: Change };

type Run<E extends Endpoint, P, A = Actor> = (
  input: Input<E, A> & { tx: Tx },
  prepared: P,
) => Promise<Done<E>>;

interface Write<E extends Endpoint, P> {
  /** Slow work that needs no lock, done before the transaction is opened. */
  prepare: (input: Input<E> & { db: Db }) => Promise<P>;
  run: Run<E, P>;
}

/** Binds a call that needs no session. */
export function open<E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: (input: {
    db: Db;
    origin: Origin;
    browser: Browser;
    params: Params<PathOf<E>>;
    body: BodyOf<E>;
  }) => Promise<Data<E> & { message: string; cookie?: string | undefined }>,
): void {
  route(app, endpoint, async (request) => {
    const { params, body } = await decodeInput(endpoint, request);
    const caller = { origin: originOf(request), browser: readBrowser(request.headers) };
    const { message, data, cookie } = await handle({ db: app.db, ...caller, params, body });
    return { ...encodeAnswer(endpoint, message, data), cookie };
  });
}

/** Binds a call that only looks: it sees one state of the database and cannot write. */
export function read<E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: (input: Input<E> & { db: Db }) => Promise<ResultOf<E>>,
): void {
  route(app, endpoint, async (request) => {
    const actor = await actorOf(app, request);
    assertAllowed(endpoint, actor);
    const input = { actor, ...(await decodeInput(endpoint, request)) };
    const look = (db: Db) => handle({ ...input, db });
    const data = await inNearSnapshot(app.db, app.replica, actor.id, look);
    return encodeAnswer(endpoint, 'OK', data);
  });
}

/** As `read`, for what must be of this moment: own money, and the round that is running. */
export const readNow: typeof read = (app, endpoint, handle) =>
  read({ ...app, replica: undefined }, endpoint, handle);

/**
 * Binds a call that changes something: one request is one transaction, which holds the change, its
 * audit event and, for money, the kept answer. What is refused is recorded too.
 */
export function write<E extends Endpoint, P = undefined>(
  app: App,
  endpoint: E,
  handler: Run<E, P> | Write<E, P>,
): void {
  route(app, endpoint, plainWrite(app, endpoint, handler));
}

/**
 * Binds a busy call: `atOnce` does it whole in one statement, or declines it without a trace; what
 * is declined goes the plain way, which does it or says why not.
 */
export function writeAtOnce<E extends Endpoint>(
  app: App,
  endpoint: E,
  { message, atOnce, run }: AtOnce<E>,
): void {
  const plain = plainWrite<E, undefined>(app, endpoint, async (input) => ({
    ...(await run(input)),
    message,
  }));
  route(
    app,
    endpoint,
    async (request) =>
      (await tryAtOnce(app, endpoint, request, message, atOnce)) ?? (await plain(request)),
  );
}

interface AtOnce<E extends Endpoint> {
  message: string;
  atOnce: AtOnceRun<E>;
  run: (input: Input<E> & { tx: Tx }) => Promise<Data<E> & { change: Change }>;
}

function plainWrite<E extends Endpoint, P>(
  app: App,
  endpoint: E,
  handler: Run<E, P> | Write<E, P>,
) {
  return async (request: FastifyRequest): Promise<Answer> => {
    const actor = await actorOf(app, request);
    try {
      assertAllowed(endpoint, actor);
      const input = { actor, ...(await decodeInput(endpoint, request)) };
      if (typeof handler === 'function') {
        return await commit(app, endpoint, input, (tx) =>
          handler({ ...input, tx }, undefined as P),
        );
      }
      const prepared = await handler.prepare({ ...input, db: app.db });
      return await commit(app, endpoint, input, (tx) => handler.run({ ...input, tx }, prepared));
    } catch (error) {
      if (error instanceof Refusal) await recordRefused(app.db, endpoint, actor, request, error);
      throw error;
    }
  };
}

/** Binds a call of a game server: a write whose caller is known by its service key. */
export function serve<E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: Run<E, undefined, Service>,
): void {
  route(app, endpoint, async (request) => {
    const { headers } = request;
    const actor = await authenticateService(
      app.db,
      originOf(request),
      headers['x-service-key'],
      readKey(headers['idempotency-key']),
    );
    try {
      const input = { actor, ...(await decodeInput(endpoint, request)) };
      return await commit(app, endpoint, input, (tx) => handle({ ...input, tx }, undefined));
    } catch (error) {
      if (error instanceof Refusal) await recordRefused(app.db, endpoint, actor, request, error);
      throw error;
    }
  });
}

async function commit<E extends Endpoint>(
  app: App,
  endpoint: E,
  { actor, params, body, files }: Input<E, Actor | Service>,
  run: (tx: Tx) => Promise<Done<E>>,
): Promise<Answer> {
  const key = endpoint.effect === 'money' ? actor.idempotencyKey : null;
  const requestHash = hashRequest(endpoint, params, body as object, files);
  return inTransaction(app.db, async (tx) => {
    const before = key ? await claimKey(tx, actor, key, requestHash) : undefined;
    if (before) return before;
    const { message, data, change } = await run(tx);
    const answer = encodeAnswer(endpoint, message, data);
    const event = { ...eventOf(endpoint.name, actor), change, outcome: 'done', message } as const;
    await withCommit(tx, insertEvent(tx, event));
    if (key) await withCommit(tx, insertAnswer(tx, actor, key, requestHash, answer));
    return answer;
  });
}

function actorOf(app: App, request: FastifyRequest): Promise<Actor> {
  const key = readKey(request.headers['idempotency-key']);
  const credentials = readCredentials(request.headers);
  return authenticate(app.db, originOf(request), credentials, key, app.limits.idleMinutesMax);
}

function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, requestId: request.id };
}

function route(
  app: App,
  endpoint: Endpoint,
  handle: (request: FastifyRequest) => Promise<Answer>,
): void {
  app.http.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    config: { endpoint },
    ...(endpoint.bodyBytesMax ? { bodyLimit: endpoint.bodyBytesMax } : {}),
    handler: async (request, reply): Promise<FastifyReply> => {
      const { status, body, cookie } = await inTime(endpoint, handle(request));
      if (cookie) reply.header('set-cookie', cookie);
      return reply.status(status).send(body);
    },
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
