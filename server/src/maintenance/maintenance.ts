import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';

const game = 'Aviator';

/** Null while nobody has said. */
export async function getMaintenance(db: Db): Promise<boolean | null> {
  const row = await db
    .selectFrom('games')
    .select('is_maintenance')
    .where('name', '=', game)
    .executeTakeFirstOrThrow();
  return row.is_maintenance;
}

/** Whether maintenance is on; it stays so until the transaction ends. */
export async function holdMaintenance(tx: Tx): Promise<boolean> {
  return hold(tx, 'together');
}

/**
 * Waits for the bets under way; those that come later see what it is now. The other operators are
 * told.
 */
export async function setMaintenance(
  tx: Tx,
  actor: Pick<Actor, 'id'>,
  isMaintenance: boolean,
  reason?: string,
): Promise<Change> {
  await hold(tx, 'alone');
  const before = { game, isMaintenance: await getMaintenance(tx) };
  await tx
    .updateTable('games')
    .set({ is_maintenance: isMaintenance })
    .where('name', '=', game)
    .execute();
  if (before.isMaintenance !== isMaintenance) {
    await sql`
      select notify_maintenance(${actor.id}, ${isMaintenance}, ${reason ?? null})`.execute(tx);
  }
  const after = { game, isMaintenance, ...(reason ? { reason } : {}) };
  return { kind: 'game', id: null, before, after };
}

async function hold(tx: Tx, how: 'together' | 'alone'): Promise<boolean> {
  const { rows } = await sql<{ isOn: boolean }>`
    select hold_maintenance(${how === 'alone'}) as "isOn"`.execute(tx);
  return rows[0]?.isOn === true;
}
