import { setTimeout as sleep } from 'node:timers/promises';
import { timeTo } from '@pitboss/engine/curve';
import { sql } from 'kysely';
import type { RoundTimes } from '../config.ts';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { getMaintenance } from '../maintenance/maintenance.ts';
import { crashRound, settleRound, startRound, voidRound } from './end-round.ts';
import { openRound } from './open-round.ts';
import { getRound, type RoundRow } from './round-row.ts';

/** The advisory lock of the node that runs the rounds; any number that nobody else uses. */
const engineLock = 7_390_412;
const electionPauseMs = 1_000;

interface Options {
  db: Db;
  times: RoundTimes;
  stopping: AbortSignal;
  onError: (error: unknown) => void;
}

/**
 * Runs rounds for as long as this node is the one that may: it holds a lock of the database on the
 * same connection that it works on, so whoever lost the lock cannot write either. The others ask
 * every second, and go on where the one before was cut off.
 */
export async function runEngine({ db, times, stopping, onError }: Options): Promise<void> {
  while (!stopping.aborted) {
    await db
      .connection()
      .execute((connection) => lead(connection, times, stopping))
      .catch((error: unknown) => {
        if (!stopping.aborted) onError(error);
      });
    await pause(electionPauseMs, stopping);
  }
}

async function lead(db: Db, times: RoundTimes, stopping: AbortSignal): Promise<void> {
  const { rows } = await sql<{ isLeader: boolean }>`
    select pg_try_advisory_lock(${engineLock}) as "isLeader"`.execute(db);
  if (!rows[0]?.isLeader) return;
  try {
    // A node that vanished without a word gives its lock up within seconds.
    await sql`select set_config('tcp_keepalives_idle', '3', false),
      set_config('tcp_keepalives_interval', '1', false),
      set_config('tcp_keepalives_count', '3', false)`.execute(db);
    await recover(db, stopping);
    while (!stopping.aborted) await playRound(db, times, stopping);
  } finally {
    await sql`select pg_advisory_unlock(${engineLock})`.execute(db).catch(() => {});
  }
}

/**
 * What the engine before left running: betting is voided and refunded, for nobody knows how long it
 * was open; a flight goes on to its crash point, which was fixed before anybody bet.
 */
async function recover(db: Db, stopping: AbortSignal): Promise<void> {
  const running = await findRunning(db);
  if (running?.state === 'betting') await inTransaction(db, (tx) => voidRound(tx, running.id));
  if (running?.state === 'flying') await land(db, running, stopping);
}

async function findRunning(db: Db): Promise<RoundRow | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    select id from rounds where source = 'engine' and state in ('betting', 'flying')`.execute(db);
  return rows[0] && getRound(db, rows[0].id);
}

async function playRound(db: Db, times: RoundTimes, stopping: AbortSignal): Promise<void> {
  if (await getMaintenance(db)) return pause(electionPauseMs, stopping);
  const { bettingMs, doublingMs, pauseMs } = times;
  const { id } = await inTransaction(db, (tx) =>
    openRound(tx, { source: 'engine', bettingMs, doublingMs }),
  );
  await pause(bettingMs, stopping);
  if (stopping.aborted) {
    await inTransaction(db, (tx) => voidRound(tx, id));
    return;
  }
  const flying = await inTransaction(db, (tx) => startRound(tx, id));
  await land(db, flying, stopping);
  await pause(pauseMs, stopping);
}

/**
 * Waits until the curve reaches the crash point by the database's clock, then crashes and settles
 * in one transaction. A node that is told to stop leaves the flight to the next one.
 */
async function land(db: Db, round: RoundRow, stopping: AbortSignal): Promise<void> {
  const flightMs = timeTo(round.drawnHundredths, round.doublingMs ?? 0);
  for (;;) {
    const { rows } = await sql<{ flownMs: number }>`
      select (extract(epoch from platform_now() - flying_at) * 1000)::float8 as "flownMs"
      from rounds where id = ${round.id}`.execute(db);
    const leftMs = flightMs - (rows[0]?.flownMs ?? 0);
    if (leftMs <= 0) break;
    await pause(Math.ceil(leftMs), stopping);
    if (stopping.aborted) return;
  }
  await inTransaction(db, async (tx) => {
    await crashRound(tx, round.id, round.drawnHundredths);
    await settleRound(tx, round.id, null);
  });
}

async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stopping }).catch(() => {});
}
