import type { BodyOf, Endpoint, Params, PathOf, ResultOf } from '@pitboss/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { SessionLimits } from '../auth/sessions.ts';
import type { Db } from '../db/database.ts';
import { fixedStatement, PerCall } from '../db/fixed-statement.ts';
import { inOneStatement } from '../db/transaction.ts';
import type { Actor, Origin } from '../kernel/actor.ts';
import { fromKept } from '../kernel/kept.ts';
import { Refusal } from '../kernel/refusal.ts';
import { moneyRefusal } from '../ledger/money-refusal.ts';
import {
  actorValue,
  type CallerRow,
  type Credentials,
  callRefusal,
  findCaller,
  originOf,
  readCredentials,
  toActor,
} from './caller.ts';
import { decodeInput, encodeAnswer } from './codec.ts';
import { type Answer, keyOf, readKey } from './idempotency.ts';
import { answerKept, type Kept, noKey, openCallSql } from './open-call.ts';
import { recordRefused } from './record-refused.ts';

/** What a call sends, of which its statement takes its values. */
export interface SentOnce<E extends Endpoint> {
  params: Params<PathOf<E>>;
  body: BodyOf<E>;
  key: string | null;
}

/** Marks a value of the statement as one that each call has its own of. */
export type Each<C> = (read: (call: C) => unknown) => PerCall<C>;

export interface OneStatement<E extends Endpoint, R> {
  message: string;
  /** The field that is told when the money is not there. */
  field: string;
  /** Refuses what the contract alone cannot tell to be wrong. */
  check?: (sent: Omit<SentOnce<E>, 'key'>) => void;
  /** The verb's function, given the reason why the call is refused already and who acts. */
  verb: (
    opened: { refused: RawBuilder<unknown>; actor: RawBuilder<unknown> },
    each: Each<SentOnce<E>>,
  ) => RawBuilder<unknown>;
  refusalOf: (reason: string, limitMinor: bigint | null, actor: Actor) => Refusal;
  dataOf: (result: R) => ResultOf<E>;
}

interface Call<E extends Endpoint> extends SentOnce<E>, Credentials, Origin {
  requestHash: Buffer | null;
}

const holdsNothing = { isAlone: false, isOverBranch: false };

interface Row {
  /** Who is refused; nobody where there is no session. */
  caller: unknown;
  kept: Kept | null;
  refused: string | null;
  limitMinor: bigint | null;
  result: unknown;
}

/** Opens, does and closes a call in one statement: the functions are those of every other call. */
export function inOne<E extends Endpoint, R>(
  app: { db: Db; limits: SessionLimits },
  endpoint: E,
  call: OneStatement<E, R>,
): (request: FastifyRequest) => Promise<Answer> {
  const { message, field, check, refusalOf, dataOf } = call;
  const statementFor = fixedStatement<Call<E>, Row>(statementOf(app.limits, endpoint, call));
  const values = (kept: unknown) => dataOf(kept as R);

  async function run(request: FastifyRequest, sentKey: string | null): Promise<Row> {
    const sent = await decodeInput(endpoint, request);
    check?.(sent);
    const key = (await keyOf(endpoint, sentKey, sent)) ?? noKey;
    const call = { ...sent, ...readCredentials(request), ...originOf(request), ...key };
    const statement = statementFor(app.db, call);
    const { rows } = await inOneStatement(app.db, statement).catch((error: unknown) => {
      throw moneyRefusal(error, field) ?? error;
    });
    return rows[0] as Row;
  }

  return async (request) => {
    let actor: Actor | undefined;
    try {
      const sentKey = readKey(request.headers['idempotency-key']);
      const { caller, kept, refused, limitMinor, result } = await run(request, sentKey);
      if (caller) actor = toActor(fromKept(caller) as CallerRow, originOf(request), sentKey);
      if (kept) return answerKept(endpoint, kept, values);
      if (refused === null) return encodeAnswer(endpoint, message, values(fromKept(result)));
      throw callRefusal(refused) ?? refusalOf(refused, limitMinor, actor as Actor);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw await recorded(app, endpoint, request, actor, error);
    }
  };
}

function statementOf<E extends Endpoint, R>(
  limits: SessionLimits,
  endpoint: E,
  { message, verb }: OneStatement<E, R>,
): RawBuilder<Row> {
  const each = (read: (call: Call<E>) => unknown) => new PerCall(read);
  const key = each((call) => call.key);
  const requestHash = each((call) => call.requestHash);
  const opened = openCallSql(
    limits,
    endpoint,
    {
      tokenHash: each((call) => call.tokenHash),
      cookieHash: each((call) => call.cookieHash),
      isBackground: each((call) => call.isBackground),
      key,
      requestHash,
    },
    holdsNothing,
  );
  const done = verb({ refused: sql`o.reason`, actor: sql`o.actor` }, (read) => new PerCall(read));
  return sql<Row>`
    select case when d.reason is not null and o.reason is distinct from 'noSession'
        then ${actorValue} end as caller,
      o.kept, d.reason as refused, d.limit_minor as "limitMinor", d.result
    from ${opened} o
    cross join lateral ${done} d
    cross join lateral close_call(d.reason, (o.actor).id, (o.actor).username, (o.actor).role, null,
      ${each((call) => call.address)}, ${each((call) => call.requestId)}, ${endpoint.name},
      ${message}, ${endpoint.about.kind}, d.target_id, d.before, d.after, ${key}, ${requestHash},
      d.result)`;
}

/** Who called is looked up where no statement said so: it failed, or was never sent. */
async function recorded(
  app: { db: Db; limits: SessionLimits },
  endpoint: Endpoint,
  request: FastifyRequest,
  known: Actor | undefined,
  refusal: Refusal,
): Promise<Refusal> {
  if (refusal.code === 'unauthenticated') return refusal;
  const found = known ? { actor: known, refusal } : await findCaller(app, endpoint, request);
  const told = found.refusal ?? refusal;
  if (found.actor) await recordRefused(app.db, endpoint, found.actor, request, told);
  return told;
}
