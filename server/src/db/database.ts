import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { Queue } from '../kernel/queue.ts';
import { Refusal } from '../kernel/refusal.ts';
import { poolWaits } from '../kernel/signals.ts';
import { guardedClient } from './guarded-client.ts';
import { PipelinedDriver } from './pipelined-driver.ts';
import type { Tables } from './tables.ts';

/** A place to read from. */
export type Db = Kysely<Tables>;

/** An open transaction: a function that locks or writes asks for one. */
export type Tx = Transaction<Tables>;

export interface Database {
  db: Db;
  close(): Promise<void>;
}

interface Options {
  url: string;
  /** What its connections are for, in figures. */
  name?: string;
  /** Small pools win: a hot wallet's lock is held across the commit, so more callers only queue. */
  connectionsMax?: number;
  connectMs?: number;
  statementMs?: number;
  /** After this long without an answer the connection counts as lost. */
  answerMs?: number;
  /** Who has waited this long for a connection in use is told that we are busy. */
  busyMs?: number;
  onError?: (error: Error) => void;
}

export function openDatabase({ url, connectionsMax = 16, onError, ...times }: Options): Database {
  const { name: pool = 'other', busyMs = Number.POSITIVE_INFINITY } = times;
  // The pool itself cannot tell connections in use from a database that is away.
  const queue = new Queue(connectionsMax, busyMs, busy, (ms, isRefused) =>
    poolWaits.tell({ pool, seconds: ms / 1_000, isRefused }),
  );
  const connections = new pg.Pool({
    connectionString: url,
    Client: guardedClient,
    max: connectionsMax,
    // Statements of one connection are sent without waiting for the answer before.
    pipeline: true,
    connectionTimeoutMillis: times.connectMs ?? 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: times.statementMs ?? 30_000,
    query_timeout: times.answerMs,
    application_name: 'pitboss',
    // Plans that our functions forbid a way to have costs beyond all measure, and a server that
    // compiles what is dear would compile each of them anew: a second for a round of twenty bets.
    // What an address says of itself goes before this.
    options: '-c jit=off',
    types: { getTypeParser },
  } as unknown as pg.PoolConfig);
  // An idle connection that the server closed is replaced by the pool; it is no reason to end.
  connections.on('error', (error) => onError?.(error));
  // Nor is one that breaks on its way out of the pool, where for a moment nobody else listens. Who
  // waits for an answer hears of it there.
  connections.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PipelinedDriver(connections, queue),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, close: () => db.destroy() };
}

function busy(): Refusal {
  return new Refusal('unavailable', 'The platform is busy right now. Please try again.', {
    retryAfterSeconds: 1,
  });
}

const int8 = 20;
const int8Array = 1016;

/** Whole numbers of eight bytes are bigint: money and ids never pass through a double. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === int8) return BigInt;
  if (oid === int8Array) return parseBigintArray;
  return pg.types.getTypeParser(oid, format as 'text');
}

/** Our arrays hold ids, never nulls: `{1,2,3}`. */
function parseBigintArray(text: string): bigint[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt);
}
