import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

interface Health {
  isArchiveFailing: boolean;
  isStandbyAway: boolean;
  /** The slowest standby, in seconds; null where nobody may know. */
  lagSeconds: number | null;
}

const lagMaxSeconds = 60;

/** What an administrator must act on, in words; docs/operating.md says how. */
export async function findTrouble(db: Db): Promise<string[]> {
  const { rows } = await sql<Health>`
    select coalesce((select last_failed_time > coalesce(last_archived_time, '-infinity')
        from pg_stat_archiver), false) as "isArchiveFailing",
      current_setting('synchronous_standby_names') <> ''
        and not exists (select from pg_stat_replication) as "isStandbyAway",
      (select extract(epoch from max(replay_lag))::int from pg_stat_replication) as "lagSeconds"
  `.execute(db);
  const { isArchiveFailing = false, isStandbyAway = false, lagSeconds = null } = rows[0] ?? {};
  return [
    ...(isArchiveFailing ? ['The last file of the log could not be archived.'] : []),
    ...(isStandbyAway ? ['No standby is connected, and commits wait for one.'] : []),
    ...(lagSeconds !== null && lagSeconds > lagMaxSeconds
      ? [`A standby is ${lagSeconds} seconds behind.`]
      : []),
  ];
}
