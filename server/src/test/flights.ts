import type { Band } from '@pitboss/engine/band';
import { tableHash } from '@pitboss/engine/table-hash';
import { sql } from 'kysely';
import { placeBets } from '../bets/place-bets.ts';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { toJson } from '../kernel/json.ts';
import { getMultiplierTable } from '../multipliers/tables.ts';
import { openRound } from '../rounds/open-round.ts';
import { getRound } from '../rounds/round-row.ts';
import { crashRound, settleRound, startRound, voidRound } from '../rounds/round-steps.ts';
import { anyReturn } from './odds.ts';
import type { TestApp } from './test-app.ts';

/** So slow that a test sees the same multiplier from its first line to its last. */
const doublingMs = 24 * 3_600_000;

/**
 * Opens a round of the engine that crashes exactly here: its table has this one point, and the
 * table of before is the next version again. The engine runs one round, so any other one ends.
 */
export function openFlight(app: TestApp, crashHundredths: number): Promise<bigint> {
  return inTransaction(app.db, async (tx) => {
    await endRunning(tx);
    const { bands } = await getMultiplierTable(tx);
    const only = { minHundredths: crashHundredths, maxHundredths: crashHundredths + 1 };
    await addTable(tx, [{ id: 0, ...only, probabilityMillionths: 1_000_000 }]);
    const { id } = await openRound(
      tx,
      { source: 'engine', bettingMs: 60_000, doublingMs },
      anyReturn,
    );
    await addTable(tx, bands);
    return id;
  });
}

async function endRunning(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: bigint; state: string }>`
    select id, state from rounds
    where source = 'engine' and state in ('betting', 'flying')`.execute(tx);
  for (const { id, state } of rows) {
    if (state === 'betting') await voidRound(tx, id);
    else await crash(tx, id);
  }
}

async function addTable(tx: Tx, bands: (Band & { id: number })[]): Promise<void> {
  const version = { bands: toJson(bands), hash: tableHash(bands), actor_id: null };
  await tx.insertInto('multiplier_tables').values(version).execute();
}

async function crash(tx: Tx, id: bigint): Promise<void> {
  await crashRound(tx, id, (await getRound(tx, id)).drawnHundredths);
  await settleRound(tx, id, null);
}

/** The round flies, and has flown for so long that it shows this multiplier now. */
export async function takeOff(app: TestApp, round: bigint, hundredths: number): Promise<void> {
  const elapsedMs = doublingMs * Math.log2((hundredths + 0.5) / 100);
  await atTime(app, new Date(Date.now() - elapsedMs), (tx) => startRound(tx, round));
}

/** Does the work in one transaction at another time than now, by the platform's own clock. */
export function atTime<T>(app: TestApp, at: Date, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(app.db, async (tx) => {
    await sql`select set_config('pitboss.clock', ${at.toISOString()}, true)`.execute(tx);
    return work(tx);
  });
}

/** The round crashes where it was drawn and is settled, as the engine does it. */
export async function land(app: TestApp, round: bigint): Promise<void> {
  await inTransaction(app.db, (tx) => crash(tx, round));
}

/**
 * A bet of a client in a round of the engine that flies at 2.00 and has far to go. Whatever is
 * held against the client is lifted for the placing; an operator cannot have a bet.
 */
export async function makeFlyingBet(app: TestApp, { id }: { id: bigint }): Promise<bigint> {
  const round = await openFlight(app, 100_000);
  const betId = await inTransaction(app.db, async (tx) => {
    const { rows: people } = await sql<{ id: bigint; status: string; deletedAt: Date | null }>`
      select id, status, deleted_at as "deletedAt" from users
      where id in (select unnest(ancestor_ids || id) from users where id = ${id})`.execute(tx);
    const hold = ({ id, status, deletedAt }: (typeof people)[number]) =>
      sql`update users set status = ${status}, deleted_at = ${deletedAt}
        where id = ${id}`.execute(tx);
    for (const one of people) await hold({ ...one, status: 'active', deletedAt: null });
    const bet = { ref: null, userId: id, stakeMinor: 100n, autoHundredths: null };
    const [placed] = await placeBets(tx, round, { actorId: id, serviceKeyId: null }, [bet]);
    for (const one of people) await hold(one);
    return placed?.betId ?? 999_999_999n;
  });
  await takeOff(app, round, 200);
  return betId;
}
