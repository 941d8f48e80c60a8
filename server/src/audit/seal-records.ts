import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { keepDoing } from '../kernel/keep-doing.ts';
import { recordDueThrottled } from './record-throttled.ts';

const rowsMax = 5_000;
/** Transfers of many legs that are sealed in one step: `seal_record`. */
const setsMax = 20;
/** Rounds whose bets are read in one step: some hundred thousand bets at most. */
const roundsMax = 50;
/** Seals whose events are placed in one step: a few events each, or some thousand after a load. */
const sealsMax = 10;
const pauseMs = 1_000;

interface Step {
  seal: RawBuilder<{ sealed: number }>;
  /** A step that seals fewer has left nothing. */
  least: number;
}

/**
 * Versions of the table come before rounds, and rounds before what hangs on them. What is written
 * while a record is sealed waits for the next time: else a busy platform is sealed by handfuls.
 */
const steps: Step[] = [
  ...['audit_events', 'transfers', 'multiplier_tables', 'rounds'].map((record) => ({
    seal: sql<{ sealed: number }>`select seal_record(${record}, ${rowsMax}) as sealed`,
    least: setsMax,
  })),
  ...Object.entries({ bets: roundsMax, rounds_ended: rowsMax, bets_ended: roundsMax }).map(
    ([record, max]) => ({
      seal: sql<{ sealed: number }>`select seal_rounds(${record}, ${max}) as sealed`,
      least: 1,
    }),
  ),
  { seal: sql<{ sealed: number }>`select place_events(${sealsMax}) as sealed`, least: 1 },
];

/**
 * Seals what is on record and not sealed yet, and places sealed events where Activity finds them;
 * of several nodes that try, one does it.
 */
export async function sealRecords(db: Db, stopping?: AbortSignal): Promise<void> {
  for (const { seal, least } of steps) {
    for (let sealed = least; sealed >= least && !stopping?.aborted; ) {
      sealed = (await seal.execute(db)).rows[0]?.sealed ?? 0;
    }
  }
}

/** Completes the record and seals it, every second for as long as the node runs. */
export function keepSealing(
  db: Db,
  stopping: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  const complete = async () => {
    await recordDueThrottled(db).catch(onError);
    await sealRecords(db, stopping);
  };
  return keepDoing(complete, { pauseMs, stopping, onError });
}
