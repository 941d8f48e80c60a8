import { setTimeout as sleep } from 'node:timers/promises';
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import type { Queue } from '../kernel/queue.ts';
import { inStep } from '../kernel/signals.ts';
import { ConnectionGivenUp, codeOf, throwOutcome, UnsureCommit } from './database-errors.ts';
import { anewMark } from './plan-anew.ts';

/**
 * How a statement is sent, unless its answer is simply waited for. One that rides along with the
 * commit is waited for by nobody, and fails with the commit; one that is the commit is a whole
 * transaction by itself.
 */
type Sending = 'with commit' | 'as commit';
type SentQuery = CompiledQuery & { readonly sending?: Sending };

export function sent<R>(query: CompiledQuery<R>, sending: Sending): CompiledQuery<R> {
  const marked: CompiledQuery<R> & SentQuery = { ...query, sending };
  return marked;
}

/** How long an answer is waited for. */
interface Times {
  query_timeout?: number;
}

/** A commit may wait for a standby that is away: after this long its outcome is not known. */
const commitMs = 9_000;

/** What may write; all else is maintenance, whose warnings are about something else. */
const writing = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE']);
const counting = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

const invalidPassword = '28P01';
const changingMs = 200;

const names = new Map<string, string>();

/** Above this many distinct statements further ones go unnamed, so servers do not fill up. */
const namesMax = 1_000;

/**
 * Saves round trips: statements are named, so that PostgreSQL parses each once per connection (half
 * the time of a short query in our trial), and `begin` and what rides with the commit are sent
 * without waiting for an answer of their own.
 */
export class PipelinedDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #queue: Queue;
  readonly #connections = new WeakMap<pg.PoolClient, PipelinedConnection>();

  constructor(pool: pg.Pool, queue: Queue) {
    this.#pool = pool;
    this.#queue = queue;
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<PipelinedConnection> {
    return inStep({ name: 'connection' }, () => this.#acquire());
  }

  async #acquire(): Promise<PipelinedConnection> {
    await this.#queue.take();
    try {
      const client = await this.#connect();
      const known = this.#connections.get(client);
      if (known) return known;
      const connection = new PipelinedConnection(client);
      this.#connections.set(client, connection);
      return connection;
    } catch (error) {
      this.#queue.giveBack();
      throw error;
    }
  }

  /** Refused for a password that is being changed right now: the next try reads the new one. */
  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      if (codeOf(error) !== invalidPassword) throw error;
      await sleep(changingMs);
      return this.#pool.connect();
    }
  }

  async beginTransaction(
    connection: PipelinedConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    connection.begin(settings);
  }

  commitTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(connection: PipelinedConnection): Promise<void> {
    connection.release();
    this.#queue.giveBack();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}

class PipelinedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  #isInTransaction = false;
  #isGivenUp = false;
  /** The first failure of what was sent ahead in this transaction. */
  #failure: unknown;
  #warning: string | undefined;

  constructor(client: pg.PoolClient) {
    this.#client = client;
    client.on('notice', ({ severity, message }) => {
      if (severity === 'WARNING') this.#warning = message ?? '';
    });
  }

  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : '';
    this.#isInTransaction = true;
    this.#failure = undefined;
    this.#sendAhead(`begin${level}${accessMode ? ` ${accessMode}` : ''}`, []);
  }

  async commit(): Promise<void> {
    // What came before is about the work; what comes from here on is about the commit.
    this.#warning = undefined;
    this.#isInTransaction = false;
    const { command } = await this.#ask({ text: 'commit', query_timeout: commitMs });
    this.#throwWarning();
    // A commit of an aborted transaction says no more than "rolled back"; we may know the reason.
    if (command === 'ROLLBACK') throw this.#failure ?? new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    this.#isInTransaction = false;
    try {
      await this.#ask({ text: 'rollback' });
      this.#warning = undefined;
    } catch (error) {
      this.#isGivenUp = true;
      throw error;
    }
  }

  async executeQuery<R>({ sql, parameters, sending }: SentQuery): Promise<QueryResult<R>> {
    if (sending === 'as commit') {
      return this.#answer<R>(sql, parameters, { query_timeout: commitMs }).catch(throwOutcome);
    }
    if (sending !== 'with commit') return this.#answer(sql, parameters);
    this.#sendAhead(sql, parameters);
    return { rows: [] };
  }

  async #answer<R>(
    text: string,
    values: readonly unknown[],
    times: Times = {},
  ): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#send(text, values, times);
    if (!this.#isInTransaction) {
      if (writing.has(command)) this.#throwWarning();
      this.#warning = undefined;
    }
    // A whole script has as many answers as statements, and is asked for none of them.
    const answer = { rows: (rows ?? []) as R[] };
    return counting.has(command) ? { ...answer, numAffectedRows: BigInt(rowCount ?? 0) } : answer;
  }

  // biome-ignore lint/correctness/useYield: statements in a pipeline cannot be read in parts
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('A pipelined connection has no cursors.');
  }

  release(): void {
    this.#client.release(this.#isGivenUp);
  }

  /** Its failure is met by whatever follows it: the transaction is then aborted. */
  #sendAhead(text: string, values: readonly unknown[]): void {
    this.#send(text, values).catch((error: unknown) => {
      this.#failure ??= error;
    });
  }

  #send(text: string, values: readonly unknown[], times: Times = {}) {
    // Without parameters the simple protocol is used, which takes a whole script in one message.
    if (values.length === 0) return this.#ask({ text, ...times });
    const name = nameOf(text);
    return this.#ask({ text, values: [...values], ...(name ? { name } : {}), ...times });
  }

  /** Without an answer in time the connection is given up, and with it what was asked. */
  async #ask(query: pg.QueryConfig & Times): Promise<pg.QueryResult> {
    if (this.#isGivenUp) throw new ConnectionGivenUp();
    return inStep({ name: 'statement', text: query.text }, () => this.#client.query(query));
  }

  /**
   * PostgreSQL says "committed" with a mere warning that a standby may not have it: no success,
   * whatever the warning is about.
   */
  #throwWarning(): void {
    const warning = this.#warning;
    this.#warning = undefined;
    if (warning !== undefined) throw new UnsureCommit(warning);
  }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= namesMax || text.includes(anewMark)) return undefined;
  const name = `q${names.size}`;
  names.set(text, name);
  return name;
}
