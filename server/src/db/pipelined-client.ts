import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isOutage } from './database-errors.ts';

/** Marks a statement that nobody waits for: it travels with the commit and fails with it. */
export const ridesWithCommit = '/* with commit */ ';

const wrappers = new WeakMap<pg.PoolClient, PostgresPoolClient>();
const failures = new WeakMap<pg.PoolClient, unknown>();
/** Marks a statement that is a whole transaction: it commits by itself. */
export const commitsItself = '/* commits itself */ ';

/** A commit may wait for a standby that is away: after this long its outcome is not known. */
const commitMs = 9_000;

const doubts = new WeakMap<pg.PoolClient, Error>();
const names = new Map<string, string>();

/** Above this many distinct statements further ones go unnamed, so servers do not fill up. */
const namesMax = 1_000;

/**
 * Saves round trips: every statement is named, so that PostgreSQL parses it once per connection
 * (half the time of a short query in our trial), and `begin` and what rides with the commit are
 * sent without waiting for an answer of their own.
 */
export function pipelinedClient(client: pg.PoolClient, onRelease: () => void): PostgresPoolClient {
  const known = wrappers.get(client);
  if (known) return known;
  client.on('notice', ({ message }) => {
    const doubt = new Error(message);
    if (isOutage(doubt)) doubts.set(client, doubt);
  });
  const query = (text: string, values: readonly unknown[]) => send(client, text, values);
  const wrapper: PostgresPoolClient = {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => {
      client.release(destroy);
      onRelease();
    },
  };
  wrappers.set(client, wrapper);
  return wrapper;
}

function send(client: pg.PoolClient, text: string, values: readonly unknown[]) {
  if (text === 'begin' || text.startsWith('start transaction')) {
    failures.delete(client);
    return sendAhead(client, text, values);
  }
  if (text.startsWith(ridesWithCommit)) return sendAhead(client, text, values);
  if (text === 'commit') return commit(client);
  return sendNamed(client, text, values);
}

/** Its failure is met by whatever follows it: the transaction is then aborted. The first counts. */
async function sendAhead(client: pg.PoolClient, text: string, values: readonly unknown[]) {
  sendNamed(client, text, values).catch((error: unknown) => {
    if (!failures.has(client)) failures.set(client, error);
  });
  return { command: 'AHEAD', rows: [], rowCount: 0 };
}

/** A commit of an aborted transaction says no more than "rolled back"; we know the reason. */
async function commit(client: pg.PoolClient): Promise<pg.QueryResult> {
  const result = await undoubted(client, ask(client, { text: 'commit' }, commitMs));
  if (result.command === 'ROLLBACK' && failures.has(client)) throw failures.get(client);
  return result;
}

function sendNamed(client: pg.PoolClient, text: string, values: readonly unknown[]) {
  // Without parameters the simple protocol is used, which takes a whole script at once.
  if (values.length === 0) return client.query(text);
  const name = nameOf(text);
  const query = { text, values: [...values], ...(name ? { name } : {}) };
  const isCommit = text.includes(commitsItself);
  return undoubted(client, ask(client, query, isCommit ? commitMs : undefined));
}

/** Without an answer in time the connection is given up, and with it what was asked. */
function ask(
  client: pg.PoolClient,
  query: pg.QueryConfig,
  answerMs: number | undefined,
): Promise<pg.QueryResult> {
  return client.query({ ...query, ...(answerMs ? { query_timeout: answerMs } : {}) });
}

/** PostgreSQL says "committed" with a mere notice that a standby may not have it: no success. */
async function undoubted<T>(client: pg.PoolClient, answer: Promise<T>): Promise<T> {
  const result = await answer;
  const doubt = doubts.get(client);
  if (!doubt) return result;
  doubts.delete(client);
  throw doubt;
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= namesMax) return undefined;
  const name = `q${names.size}`;
  names.set(text, name);
  return name;
}
