import { timeTo } from '@pitboss/engine/curve';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { pause } from '../kernel/pause.ts';
import { getRound, type RoundRow } from './round-row.ts';
import { crashRound, settleRound, voidRound } from './round-steps.ts';

interface Going {
  db: Db;
  stopping: AbortSignal;
  onError: (error: unknown) => void;
}

/**
 * What the engine before left running: betting is voided and refunded, for nobody knows how long it
 * was open; a flight goes on to its crash point, which was fixed before anybody bet.
 */
export async function recover(play: Going): Promise<void> {
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

/**
 * Waits until the curve reaches the crash point by the database's clock, then crashes and settles
 * in one transaction. A node that is told to stop leaves the flight to the next one.
 */
export async function land({ db, stopping, onError }: Going, round: RoundRow): Promise<void> {
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
