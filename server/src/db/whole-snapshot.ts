import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';
import { codeOf } from './database-errors.ts';

/**
 * One state of the database in which bets, transfers and entries that were archived stand among the
 * others, as if they had never left. Nothing that is done in it stays.
 */
export function inWholeSnapshot<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  return inWholeSnapshots(db, 1, ([snapshot]) => work(snapshot));
}

/**
 * The same state seen by two connections, which can be asked side by side. There is only one of
 * them where the archive's tables have yet to follow those of this release.
 */
export async function inWholeSnapshots<T>(
  db: Db,
  wanted: 1 | 2,
  work: (snapshots: [Db, ...Db[]]) => Promise<T>,
): Promise<T> {
  const tx = await begin(db);
  let beside: ControlledTx | undefined;
  try {
    const id = wanted === 1 ? undefined : await exportSnapshot(tx);
    await showWhole(tx);
    beside = id === undefined ? undefined : await join(db, id);
    return await work(beside ? [tx, beside] : [tx]);
  } finally {
    await beside?.rollback().execute();
    await tx.rollback().execute();
  }
}

type ControlledTx = Awaited<ReturnType<typeof begin>>;

/** A database that is held refuses even views that nothing stays of, unless we say otherwise. */
async function begin(db: Db) {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').execute();
  const { rows } = await sql<{ in_hot_standby: string }>`show in_hot_standby`.execute(tx);
  if (rows[0]?.in_hot_standby === 'off') await sql`set transaction read write`.execute(tx);
  return tx;
}

async function exportSnapshot(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx);
  return rows[0]?.id;
}

async function showWhole(tx: Tx): Promise<void> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regproc('archive.show_whole') is not null as "isThere"`.execute(tx);
  if (rows[0]?.isThere) await sql`call archive.show_whole()`.execute(tx);
}

const lockNotAvailable = '55P03';

async function join(db: Db, snapshot: string): Promise<ControlledTx | undefined> {
  const tx = await begin(db);
  try {
    await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(tx);
    await sql`set local lock_timeout = '1s'`.execute(tx);
    await showWhole(tx);
    await sql`set local lock_timeout = 0`.execute(tx);
    return tx;
  } catch (error) {
    await tx.rollback().execute();
    if (codeOf(error) === lockNotAvailable) return undefined;
    throw error;
  }
}
