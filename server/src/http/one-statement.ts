import type { BodyOf, Endpoint, Params, PathOf, ResultOf } from '@pitboss/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { SessionLimits } from '../auth/sessions.ts';
import type { Db } from '../db/database.ts';
import { inOneStatement } from '../db/transaction.ts';
import type { Actor } from '../kernel/actor.ts';
import { fromKept } from '../kernel/kept.ts';
import { Refusal } from '../kernel/refusal.ts';
import { moneyRefusal } from '../ledger/money-refusal.ts';
import {
  actorValue,
  type CallerRow,
  callRefusal,
  findCaller,
  originOf,
  toActor,
} from './caller.ts';
import { decodeInput, encodeAnswer } from './codec.ts';
import { type Answer, keyOf, readKey } from './idempotency.ts';
import { answerKept, type Kept, openCallSql } from './open-call.ts';
import { recordRefused } from './record-refused.ts';

export interface OneStatement<E extends Endpoint, R> {
  message: string;
  /** The field that is told when the money is not there. */
  field: string;
  /** The verb's function, given the reason why the call is refused already and who acts. */
  verb: (
    opened: { refused: RawBuilder<unknown>; actor: RawBuilder<unknown> },
    sent: { params: Params<PathOf<E>>; body: BodyOf<E>; key: string | null },
  ) => RawBuilder<unknown>;
  refusalOf: (reason: string, limitMinor: bigint | null, actor: Actor) => Refusal;
  dataOf: (result: R) => ResultOf<E>;
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
export async function doInOneStatement<E extends Endpoint, R>(
  app: { db: Db; limits: SessionLimits },
  endpoint: E,
  request: FastifyRequest,
  call: OneStatement<E, R>,
): Promise<Answer> {
  const { message, refusalOf, dataOf } = call;
  let actor: Actor | undefined;
  try {
    const sentKey = readKey(request.headers['idempotency-key']);
    const sent = await decodeInput(endpoint, request);
    const row = await run(app, endpoint, request, call, { ...sent, sentKey });
    const { caller, kept, refused, limitMinor, result } = row;
    if (caller) actor = toActor(fromKept(caller) as CallerRow, originOf(request), sentKey);
    const values = (kept: unknown) => dataOf(kept as R);
    if (kept) return answerKept(endpoint, kept, values);
    if (refused === null) return encodeAnswer(endpoint, message, values(fromKept(result)));
    throw callRefusal(refused) ?? refusalOf(refused, limitMinor, actor as Actor);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw await recorded(app, endpoint, request, actor, error);
  }
}

async function run<E extends Endpoint, R>(
  app: { db: Db; limits: SessionLimits },
  endpoint: E,
  request: FastifyRequest,
  { message, field, verb }: OneStatement<E, R>,
  sent: {
    params: Params<PathOf<E>>;
    body: BodyOf<E>;
    files: Record<string, Buffer>;
    sentKey: string | null;
  },
): Promise<Row> {
  const key = await keyOf(endpoint, sent.sentKey, sent);
  const { address, requestId } = originOf(request);
  const { name, about } = endpoint;
  const done = verb(
    { refused: sql`o.reason`, actor: sql`o.actor` },
    { ...sent, key: key?.key ?? null },
  );
  const statement = sql<Row>`
    select case when d.reason is not null and o.reason is distinct from 'noSession'
        then ${actorValue} end as caller,
      o.kept, d.reason as refused, d.limit_minor as "limitMinor", d.result
    from ${openCallSql(app.limits, endpoint, request, { key, ...holdsNothing })} o
    cross join lateral ${done} d
    cross join lateral close_call(d.reason, (o.actor).id, (o.actor).username, (o.actor).role, null,
      ${address}, ${requestId}, ${name}, ${message}, ${about.kind}, d.target_id, d.before,
      d.after, ${key?.key ?? null}, ${key?.requestHash ?? null}, d.result)`;
  const { rows } = await inOneStatement(app.db, statement).catch((error: unknown) => {
    throw moneyRefusal(error, field) ?? error;
  });
  return rows[0] as Row;
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
