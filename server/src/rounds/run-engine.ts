import type { ReturnRules } from '@pitboss/engine/return-problems';
import type { RoundTimes } from '../config.ts';
import type { Db } from '../db/database.ts';
import { lead } from '../db/lead.ts';
import { inTransaction } from '../db/transaction.ts';
import { leaderLocks } from '../kernel/leader-locks.ts';
import { pause } from '../kernel/pause.ts';
import { getMaintenance } from '../maintenance/maintenance.ts';
import { getMultiplierTable, inPlayProblem } from '../multipliers/tables.ts';
import { land, recover } from './land.ts';
import { openRound } from './open-round.ts';
import { startRound, voidRound } from './round-steps.ts';

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
