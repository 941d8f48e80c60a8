import { sql } from 'kysely';
import { pause } from '../kernel/pause.ts';
import type { Db } from './database.ts';

const electionPauseMs = 1_000;

interface Options {
  db: Db;
  lock: number;
  stopping: AbortSignal;
  onError: (error: unknown) => void;
  work: (connection: Db) => Promise<void>;
}

/**
 * Does the work for as long as this node is the one that may. It holds a lock of the database on
 * the same connection that it works on, so whoever lost the lock cannot write either. The others
 * ask every second, and a leader that vanished gives its lock up within seconds.
 */
export async function lead({ db, lock, stopping, onError, work }: Options): Promise<void> {
  while (!stopping.aborted) {
    await leadOnce(db, lock, work).catch((error: unknown) => {
      if (!stopping.aborted) onError(error);
    });
    await pause(electionPauseMs, stopping);
  }
}

/** Does it once, if nobody else is at it: whether it was done. */
export function leadOnce(db: Db, lock: number, work: (connection: Db) => Promise<void>) {
  return db.connection().execute((connection) => workWithLock(connection, lock, work));
}

async function workWithLock(
  db: Db,
  lock: number,
  work: (db: Db) => Promise<void>,
): Promise<boolean> {
  const { rows } = await sql<{ isLeader: boolean }>`
    select pg_try_advisory_lock(${lock}) as "isLeader"`.execute(db);
  if (!rows[0]?.isLeader) return false;
  try {
    await sql`select set_config('tcp_keepalives_idle', '3', false),
      set_config('tcp_keepalives_interval', '1', false),
      set_config('tcp_keepalives_count', '3', false)`.execute(db);
    await work(db);
    return true;
  } finally {
    await sql`select pg_advisory_unlock(${lock})`.execute(db).catch(() => {});
  }
}
