import { Kysely, PostgresDialect, type PostgresPoolClient, type Transaction } from 'kysely';
import pg from 'pg';
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
  /** Small pools win: a hot wallet's lock is held across the commit, so more callers only queue. */
  connectionsMax?: number;
  onError?: (error: Error) => void;
}

export function openDatabase({ url, connectionsMax = 16, onError }: Options): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    // Statements of one connection are sent without waiting for the answer before.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: 30_000,
    application_name: 'pitboss',
    types: { getTypeParser },
  } as pg.PoolConfig);
  // An idle connection that the server closed is replaced by the pool; it is no reason to end.
  pool.on('error', (error) => onError?.(error));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => named(await pool.connect()),
        end: () => pool.end(),
        options: {},
      },
    }),
  });
  return { db, close: () => db.destroy() };
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

const wrappers = new WeakMap<pg.PoolClient, PostgresPoolClient>();
const names = new Map<string, string>();

/** Above this many distinct statements further ones go unnamed, so servers do not fill up. */
const namesMax = 1_000;

/**
 * Names every statement, so that PostgreSQL parses it once per connection (half the time of a
 * short query in our trial), and sends `begin` together with the statement that follows it.
 */
function named(client: pg.PoolClient): PostgresPoolClient {
  const known = wrappers.get(client);
  if (known) return known;
  // Whoever waits for an answer hears of a broken connection; said a second time, as an event that
  // nobody listens to, it would end the whole node.
  client.on('error', () => {});
  const query = (text: string, values: readonly unknown[]) => send(client, text, values);
  const wrapper: PostgresPoolClient = {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
  wrappers.set(client, wrapper);
  return wrapper;
}

function send(client: pg.PoolClient, text: string, values: readonly unknown[]) {
  if (text === 'begin' || text.startsWith('start transaction')) {
    // When it fails, so does the next statement on the same connection.
    client.query(text).catch(() => {});
    return Promise.resolve({ command: 'BEGIN', rows: [], rowCount: 0 });
  }
  // Without parameters the simple protocol is used, which takes a whole script at once.
  if (values.length === 0) return client.query(text);
  const name = nameOf(text);
  return client.query({ text, values: [...values], ...(name ? { name } : {}) });
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= namesMax) return undefined;
  const name = `q${names.size}`;
  names.set(text, name);
  return name;
}
