import type { BodyOf, Endpoint, Params, PathOf, ResultOf } from '@pitboss/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { type Browser, readBrowser } from '../auth/browser.ts';
import type { Db, Tx } from '../db/database.ts';
import { inNearSnapshot } from '../db/replica.ts';
import { inTransaction, withCommit } from '../db/transaction.ts';
import { inUploadPlace } from '../files/images.ts';
import type { Actor, Origin, Service } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { Refusal } from '../kernel/refusal.ts';
import { findCaller, originOf } from './caller.ts';
import { closeCall } from './close-call.ts';
import { decodeInput, encodeAnswer } from './codec.ts';
import { type Answer, keyOf, readKey } from './idempotency.ts';
import { inOne, type OneStatement } from './one-statement.ts';
import { answerKept, byPerson, byService, type Open } from './open-call.ts';
import { recordRefused } from './record-refused.ts';
import { type App, appFor, route } from './route.ts';
import { makeSpacedTurns } from './turns.ts';

/** How many lists one account may have under way. */
const listsInTurn = makeSpacedTurns(3);

export interface Sent<E extends Endpoint> {
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
  input: Sent<E> & { tx: Tx; actor: A },
  prepared: P,
) => Promise<Done<E>>;

interface Write<E extends Endpoint, P> {
  /**
   * Slow work that needs no lock, done before the transaction is opened. The caller's account may
   * have changed when it is: nothing that decides the call may be taken from here.
   */
  prepare?: (input: Sent<E> & { db: Db; visitor: Actor }) => Promise<P>;
  /** The call ends sessions of its caller or changes its password: it waits for its other calls. */
  isAlone?: boolean;
  /** The call changes what counts for everybody below its caller: it waits for their calls. */
  isOverBranch?: boolean;
  run: Run<E, P>;
}

/** Binds a call that needs no session. */
export function publicCall<E extends Endpoint>(
  whole: App,
  endpoint: E,
  handle: (input: {
    db: Db;
    origin: Origin;
    browser: Browser;
    params: Params<PathOf<E>>;
    body: BodyOf<E>;
  }) => Promise<Data<E> & { message: string; cookie?: string | undefined }>,
): void {
  const app = appFor(whole, endpoint);
  route(app, endpoint, async (request) => {
    const { params, body } = await decodeInput(endpoint, request);
    const caller = { origin: originOf(request), browser: readBrowser(request) };
    const { message, data, cookie } = await handle({ db: app.db, ...caller, params, body });
    return { ...encodeAnswer(endpoint, message, data), cookie };
  });
}

/** Binds a call that only looks: it sees one state of the database and cannot write. */
export function read<E extends Endpoint>(
  whole: App,
  endpoint: E,
  handle: (input: Sent<E> & { db: Db; actor: Actor }) => Promise<ResultOf<E>>,
): void {
  const app = appFor(whole, endpoint);
  route(app, endpoint, answerOf(app, endpoint, handle));
}

/** The answer of a call that only looks. */
export function answerOf<E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: (input: Sent<E> & { db: Db; actor: Actor }) => Promise<ResultOf<E>>,
): (request: FastifyRequest) => Promise<Answer> {
  const isList = endpoint.takes === 'form';
  return async (request) => {
    const { actor, refusal } = await findCaller(app, endpoint, request);
    if (refusal || !actor) throw refusal;
    const input = { actor, ...(await decodeInput(endpoint, request)) };
    const look = () =>
      inNearSnapshot(app.db, app.replica, actor.id, (db) => handle({ ...input, db }));
    const data = isList ? await listsInTurn(String(actor.id), look) : await look();
    return encodeAnswer(endpoint, 'OK', data);
  };
}

/** As `read`, for what must be of this moment: own money, and the round that is running. */
export const readNow: typeof read = (app, endpoint, handle) =>
  read({ ...app, replica: undefined }, endpoint, handle);

/**
 * Binds a call that changes something: one request is one transaction, which is opened, done and
 * closed. Who acts is known from the opening and from nowhere else. What is refused is recorded.
 */
export function write<E extends Endpoint, P = undefined>(
  whole: App,
  endpoint: E,
  handler: Run<E, P> | Write<E, P>,
): void {
  const app = appFor(whole, endpoint);
  const {
    prepare,
    isAlone = false,
    isOverBranch = false,
    run,
  }: Write<E, P> = typeof handler === 'function' ? { run: handler } : handler;
  route(app, endpoint, async (request) => {
    const key = readKey(request.headers['idempotency-key']);
    const open = byPerson(app.limits, endpoint, request, key, { isAlone, isOverBranch });
    if (!prepare) return commit(app, endpoint, request, open, run as Run<E, undefined>);
    const { actor: visitor, refusal } = await findCaller(app, endpoint, request);
    if (!visitor) throw refusal;
    const prepared = await recorded(app, endpoint, request, visitor, async () => {
      if (refusal) throw refusal;
      const make = async () => {
        const sent = await decodeInput(endpoint, request);
        return { sent, value: await prepare({ ...sent, db: app.db, visitor }) };
      };
      return endpoint.takes === 'multipart' ? inUploadPlace(String(visitor.id), make) : make();
    });
    return commit(
      app,
      endpoint,
      request,
      open,
      (input) => run(input, prepared.value),
      prepared.sent,
    );
  });
}

/** Binds a busy call, which is opened, done and closed in one statement. */
export function writeInOneStatement<E extends Endpoint, R>(
  whole: App,
  endpoint: E,
  call: OneStatement<E, R>,
): void {
  const app = appFor(whole, endpoint);
  route(app, endpoint, inOne(app, endpoint, call));
}

/** Binds a call of a game server: a write whose caller is known by its service key. */
export function serve<E extends Endpoint>(
  whole: App,
  endpoint: E,
  run: Run<E, undefined, Service>,
): void {
  const app = appFor(whole, endpoint);
  route(app, endpoint, async (request) => {
    const key = readKey(request.headers['idempotency-key']);
    return commit(app, endpoint, request, byService(request, key), run);
  });
}

/** Opens, does and closes. Only one who may make the call is told what is wrong with its body. */
async function commit<E extends Endpoint, C extends Actor | Service>(
  app: App,
  endpoint: E,
  request: FastifyRequest,
  open: Open<C>,
  run: Run<E, undefined, C>,
  known?: Sent<E>,
): Promise<Answer> {
  const sent = known ?? (await decodeInput(endpoint, request).catch(refusalOf));
  const sentKey = readKey(request.headers['idempotency-key']);
  const key = sent instanceof Refusal ? undefined : await keyOf(endpoint, sentKey, sent);
  let caller: C | undefined;
  try {
    return await inTransaction(app.db, async (tx) => {
      const opened = await open(tx, key);
      caller = opened.caller;
      if (opened.refusal) throw opened.refusal;
      if (opened.kept) return answerKept(endpoint, opened.kept);
      if (sent instanceof Refusal) throw sent;
      const { message, data, change } = await run(
        { ...sent, tx, actor: opened.caller as C },
        undefined,
      );
      const answer = encodeAnswer(endpoint, message, data);
      const done = { action: endpoint.name, message, change, data };
      await withCommit(tx, closeCall(opened.caller as C, key, done));
      return answer;
    });
  } catch (error) {
    if (error instanceof Refusal && caller) {
      await recordRefused(app.db, endpoint, caller, request, error);
    }
    throw error;
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** Does the work; what is refused there is put on record. */
async function recorded<T>(
  app: App,
  endpoint: Endpoint,
  request: FastifyRequest,
  visitor: Actor,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) await recordRefused(app.db, endpoint, visitor, request, error);
    throw error;
  }
}
