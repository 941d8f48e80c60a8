import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, QueryExecutorProvider, QueryResult } from 'kysely';
import type { Db, Tx } from './database.ts';
import {
  isConflict,
  isDeadConnection,
  isOutage,
  OutcomeUnknown,
  throwOutcome,
} from './database-errors.ts';
import { sent } from './pipelined-driver.ts';

interface Statement {
  compile(executor: QueryExecutorProvider): CompiledQuery;
}

const attemptsMax = 8;
/** How long a database that is away is waited for: a quick restart goes unnoticed. */
const patienceMs = 2_500;

/**
 * Runs the work in one transaction and commits it. Work that met another transaction, or lost the
 * database before its commit was sent, is run again from its start, so it must have no effect
 * outside the transaction. A commit whose answer never came is not sent again.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return again(() => attemptOnce(db, work));
}

/**
 * Runs a statement that is a whole transaction by itself. Its answer is the commit's: a connection
 * that breaks before it leaves the outcome open.
 */
export function inOneStatement<R>(db: Db, query: CompiledQuery<R>): Promise<QueryResult<R>> {
  const whole = sent(query, 'as commit');
  return again(() => db.executeQuery<R>(whole));
}

async function again<T>(attemptWork: () => Promise<T>): Promise<T> {
  const startedAtMs = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptWork();
    } catch (error) {
      const isPatient = performance.now() - startedAtMs < patienceMs;
      if (attempt === attemptsMax || !mayRunAgain(error, attempt, isPatient)) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

function mayRunAgain(error: unknown, attempt: number, isPatient: boolean): boolean {
  if (error instanceof OutcomeUnknown) return false;
  // A pool has another connection for the second try; whoever leads has one alone, and gives way.
  if (attempt > 1 && isDeadConnection(error)) return false;
  return isConflict(error) || (isPatient && isOutage(error));
}

async function attemptOnce<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().execute();
  try {
    const result = await work(tx);
    await tx.commit().execute().catch(throwOutcome);
    return result;
  } catch (error) {
    if (!tx.isCommitted && !tx.isRolledBack)
      await tx
        .rollback()
        .execute()
        .catch(() => {});
    throw error;
  }
}

/**
 * Sends a statement together with the commit, without a round trip of its own. Nothing may depend
 * on its answer; if it fails, the commit fails with its error.
 */
export async function withCommit(tx: Tx, statement: Statement): Promise<void> {
  await tx.executeQuery(sent(statement.compile(tx), 'with commit'));
}

/** Reads of one answer that must agree with each other see one state of the database. */
export async function inSnapshot<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work);
}
