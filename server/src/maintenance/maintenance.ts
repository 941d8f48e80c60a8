import type { Db, Tx } from '../db/database.ts';
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
  const row = await tx
    .selectFrom('games')
    .select('is_maintenance')
    .where('name', '=', game)
    .forShare()
    .executeTakeFirstOrThrow();
  return row.is_maintenance === true;
}

export async function setMaintenance(tx: Tx, isMaintenance: boolean): Promise<Change> {
  const before = await tx
    .selectFrom('games')
    .select('is_maintenance')
    .where('name', '=', game)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('games')
    .set({ is_maintenance: isMaintenance })
    .where('name', '=', game)
    .execute();
  return {
    kind: 'game',
    id: null,
    before: { game, isMaintenance: before.is_maintenance },
    after: { game, isMaintenance },
  };
}
