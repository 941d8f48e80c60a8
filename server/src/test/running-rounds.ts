import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { findRound, type RoundRow } from '../rounds/round-row.ts';

/** The newest round of the engine, once it is as wanted; looked for every few milliseconds. */
export async function waitForRound(
  db: Db,
  isWanted: (round: RoundRow) => boolean,
): Promise<RoundRow> {
  const until = performance.now() + 60_000;
  for (;;) {
    const round = await newestRound(db);
    if (round && isWanted(round)) return round;
    assert(performance.now() < until, `The newest round is still ${round?.id} ${round?.state}.`);
    await sleep(5);
  }
}

export async function newestRound(db: Db): Promise<RoundRow | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    select id from rounds where source = 'engine' order by id desc limit 1`.execute(db);
  return rows[0] && findRound(db, rows[0].id);
}

/**
 * What must hold of the engine's rounds, whoever ran them: one after the other, betting open for
 * its time, a crash at the committed point and not before the curve is there, nothing left open.
 */
export async function roundFaults(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with run as (
      select *, lag(coalesce(ended_at, 'infinity')) over (order by id) as free_at,
        flying_at + make_interval(secs => doubling_ms * log(2, drawn_hundredths / 100.0)::float8
          / 1000) as due_at
      from rounds where source = 'engine')
    select 'round ' || id || ' began before the one before it had ended' as fault
    from run where created_at < free_at
    union all
    select 'round ' || id || ' flew before betting was over' from run
    where flying_at < betting_until
    union all
    select 'round ' || id || ' did not crash where it was drawn' from run
    where state = 'crashed' and multiplier_hundredths <> drawn_hundredths
    union all
    select 'round ' || id || ' crashed before its time' from run
    where state = 'crashed' and ended_at < due_at
    union all
    select 'bet ' || b.id || ' is open in round ' || b.round_id || ', which has ended'
    from bets b join run on run.id = b.round_id
    where run.ended_at is not null and b.type = 'unsettled'`.execute(db);
  return rows.map((row) => row.fault);
}
