import { sql } from 'kysely';
import { pause } from '../kernel/pause.ts';
import { type Db, openDatabase } from './database.ts';
import { isOutage } from './database-errors.ts';
import { inSnapshot } from './transaction.ts';

/** A copy of the database that lists may be read from, while it is near and not far behind. */
export interface Replica {
  db: Db;
  isUsable(): boolean;
  /** Not asked again until the watch finds that it answers. */
  giveUp(error: unknown): void;
  close(): Promise<void>;
}

interface Options {
  url: string;
  /** For the watch, which must not wait for requests. */
  primary: Db;
  connectionsMax: number;
  behindMaxMs?: number;
  onChange?: (isUsable: boolean, error?: unknown) => void;
}

const lookEveryMs = 1_000;
const lookMs = 2_000;
/** A replica is there to be quicker than the primary: one that lets us wait is as good as away. */
const patience = { connectMs: lookMs, statementMs: 10_000, answerMs: 11_000 };

/**
 * Opens the replica and looks after it every second, away from any request, so that a dead one
 * slows nobody: it must have replayed what the primary had written a few seconds ago.
 */
export function openReplica(options: Options): Replica {
  const { url, primary, connectionsMax, behindMaxMs = 5_000, onChange = () => {} } = options;
  const { db, close } = openDatabase({ url, connectionsMax, onError: () => {}, ...patience });
  const closing = new AbortController();
  const positions: string[] = [];
  let isUsable: boolean | undefined;
  const set = (isNow: boolean, error?: unknown) => {
    if (isNow !== isUsable && !closing.signal.aborted) onChange(isNow, error);
    isUsable = isNow;
  };
  const look = async () => {
    positions.push(await getPosition(primary));
    if (positions.length > behindMaxMs / lookEveryMs) positions.shift();
    const tooLate = pause(lookMs, closing.signal).then(() => false);
    set(await Promise.race([hasReplayed(db, positions[0] ?? ''), tooLate]));
  };
  const watch = async () => {
    while (!closing.signal.aborted) {
      await look().catch((error: unknown) => {
        positions.length = 0;
        set(false, error);
      });
      await pause(lookEveryMs, closing.signal);
    }
  };
  const watching = watch();
  return {
    db,
    isUsable: () => isUsable === true,
    giveUp: (error) => set(false, error),
    close: async () => {
      closing.abort();
      await watching;
      await close();
    },
  };
}

async function getPosition(primary: Db): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_lsn()::text as position`.execute(primary);
  return rows[0]?.position ?? '';
}

/** One that was made the primary in the meantime is no replica, and up to date. */
async function hasReplayed(replica: Db, position: string): Promise<boolean> {
  const { rows } = await sql<{ hasReplayed: boolean }>`
    select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
      else pg_current_wal_insert_lsn() end) >= ${position}::pg_lsn as "hasReplayed"
  `.execute(replica);
  return rows[0]?.hasReplayed === true;
}

/**
 * Runs a read on the replica, or on the primary where the replica is away, in trouble, or does not
 * know yet of all that the viewer has done.
 */
export async function inNearSnapshot<T>(
  primary: Db,
  replica: Replica | undefined,
  viewerId: bigint,
  work: (snapshot: Db) => Promise<T>,
): Promise<T> {
  if (replica?.isUsable()) {
    try {
      const done = await inSnapshot(replica.db, async (snapshot) =>
        (await hasSeenAll(primary, snapshot, viewerId))
          ? { result: await work(snapshot) }
          : undefined,
      );
      if (done) return done.result;
    } catch (error) {
      // A conflict with the replay, or a refusal for want of what is not there yet.
      if (isOutage(error)) replica.giveUp(error);
    }
  }
  return inSnapshot(primary, work);
}

/**
 * Every change has an event on record that was committed with it, so whoever sees the event sees
 * the change. Changes that one person makes at the same time may commit in another order than
 * they are numbered in, which is why a few are compared; the replica may know of a newer one.
 */
async function hasSeenAll(primary: Db, snapshot: Db, viewerId: bigint): Promise<boolean> {
  const [due, seen] = await Promise.all([
    listNewestEvents(primary, viewerId, 16),
    listNewestEvents(snapshot, viewerId, 32),
  ]);
  return due.every((id) => seen.includes(id));
}

async function listNewestEvents(db: Db, actorId: bigint, count: number): Promise<bigint[]> {
  const rows = await db
    .selectFrom('audit_events')
    .select('id')
    .where('actor_id', '=', actorId)
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return rows.map((row) => row.id);
}
