import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { pause } from '../db/lead.ts';

const rowsMax = 5_000;
const pauseMs = 1_000;

/** Seals what is on record and not sealed yet; of several nodes that try, one does it. */
export async function sealRecords(db: Db, stopping?: AbortSignal): Promise<void> {
  for (const record of ['audit_events', 'transfers']) {
    for (let sealed = rowsMax; sealed >= rowsMax && !stopping?.aborted; ) {
      const { rows } = await sql<{ sealed: number }>`
        select seal_record(${record}, ${rowsMax}) as sealed`.execute(db);
      sealed = rows[0]?.sealed ?? 0;
    }
  }
}

/** Seals every second for as long as the node runs. */
export async function keepSealing(
  db: Db,
  stopping: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  while (!stopping.aborted) {
    await sealRecords(db, stopping).catch(onError);
    await pause(pauseMs, stopping);
  }
}
