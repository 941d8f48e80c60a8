import { timeTo } from '@pitboss/engine/curve';
import type { ReturnRules } from '@pitboss/engine/return-problems';
import { sql } from 'kysely';
import type { RoundTimes } from '../config.ts';
import type { Db } from '../db/database.ts';
import { lead } from '../db/lead.ts';
import { inTransaction } from '../db/transaction.ts';
import { leaderLocks } from '../kernel/leader-locks.ts';
import { pause } from '../kernel/pause.ts';
import { getMaintenance } from '../maintenance/maintenance.ts';
import { getMultiplierTable, inPlayProblem } from '../multipliers/tables.ts';
import { openRound } from './open-round.ts';
import { getRound, type RoundRow } from './round-row.ts';
import { crashRound, settleRound, startRound, voidRound } from './round-steps.ts';

const maintenancePauseMs = 1_000;
const barredPauseMs = 1_000;

interface Options {
  db: Db;
  times: RoundTimes;
  /** What the table may return to players: no round is drawn from one that breaks these. */
  rtp: ReturnRules;
  stopping: AbortSignal;
  onError: (error: unknown) => void;
}

/** Runs rounds on one node at a time; the next one goes on where the one before was cut off. */
export async function runEngine({ db, stopping, onError, ...rest }: Options): Promise<void> {
  await lead({
    db,
    stopping,
    onError,
    lock: leaderLocks.engine,
    work: async (connection) => {
      const play = { db: connection, stopping, onError, ...rest };
      await recover(play);
      for (let barred: string | undefined; !stopping.aborted; ) {
        const problem = inPlayProblem(await getMultiplierTable(connection), rest.rtp);
        if (problem && problem !== barred) onError(new Error(problem));
        barred = problem;
        await (barred ? pause(barredPauseMs, stopping) : playRound(play));
      }
    },
  });
}

/**
 * What the engine before left running: betting is voided and refunded, for nobody knows how long it
 * was open; a flight goes on to its crash point, which was fixed before anybody bet.
 */
async function recover(play: Options): Promise<void> {
  const { db } = play;
  const running = await findRunning(db);
  if (running?.state === 'betting') await inTransaction(db, (tx) => voidRound(tx, running.id));
  if (running?.state === 'flying') await land(play, running);
}

async function findRunning(db: Db): Promise<RoundRow | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    select id from rounds where source = 'engine' and state in ('betting', 'flying')`.execute(db);
  return rows[0] && getRound(db, rows[0].id);
}

async function playRound(play: Options): Promise<void> {
  const { db, times, rtp, stopping } = play;
  if (await getMaintenance(db)) return pause(maintenancePauseMs, stopping);
  const { bettingMs, doublingMs, pauseMs } = times;
  const { id } = await inTransaction(db, (tx) =>
    openRound(tx, { source: 'engine', bettingMs, doublingMs }, rtp),
  );
  await pause(bettingMs, stopping);
  if (stopping.aborted) {
    await inTransaction(db, (tx) => voidRound(tx, id));
    return;
  }
  const flying = await inTransaction(db, (tx) => startRound(tx, id));
  await land(play, flying);
  await pause(pauseMs, stopping);
}

/**
 * Waits until the curve reaches the crash point by the database's clock, then crashes and settles
 * in one transaction. A node that is told to stop leaves the flight to the next one.
 */
async function land({ db, stopping, onError }: Options, round: RoundRow): Promise<void> {
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
  const { held } = await inTransaction(db, async (tx) => {
    await crashRound(tx, round.id, round.drawnHundredths);
    return settleRound(tx, round.id, null);
  });
  if (held > 0) onError(new Error(`${held} bets of round ${round.id} could not be settled.`));
}
