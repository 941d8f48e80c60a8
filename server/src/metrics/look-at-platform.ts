import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** What the database tells of the platform, for figures. */
export interface Seen {
  running: { source: string; state: string; rounds: number; ageSeconds: number }[] | null;
  lastStepSeconds: number | null;
  isMaintenance: boolean | null;
  setAside: number;
  /** How long the oldest entry has waited for the sums of statements; 0 where none does. */
  foldLagSeconds: number;
  sealLags: { record: string; seconds: number }[];
  slots: { slot: string; isActive: boolean; bytes: number | null }[] | null;
  /** Null where the log is not archived. */
  archive: { isFailing: boolean; ageSeconds: number | null } | null;
  databaseBytes: number;
  troubles: string[] | null;
  position: string;
}

/** More than this many bets set aside are told as this many: they are counted one by one. */
const setAsideMax = 100_000;

/** Everything by an index or of a small table: it costs the same at any size. */
export async function lookAtPlatform(db: Db): Promise<Seen> {
  const { rows } = await sql<Seen>`
    select
      (select json_agg(r) from (
        select source, state, count(*)::int as rounds,
          extract(epoch from platform_now() - min(updated_at))::float8 as "ageSeconds"
        from rounds where state in ('betting', 'flying') group by 1, 2) r) as running,
      (select extract(epoch from platform_now() - updated_at)::float8
        from rounds order by updated_at desc limit 1) as "lastStepSeconds",
      (select bool_or(is_maintenance) from games) as "isMaintenance",
      (select count(*)::int from (select from held_bets limit ${setAsideMax}) held) as "setAside",
      coalesce(greatest(0, extract(epoch from platform_now() - unfolded_since())), 0)::float8
        as "foldLagSeconds",
      json_build_array(
        json_build_object('record', 'audit_events', 'seconds', ${lagOf('audit_events', 'at')}),
        json_build_object('record', 'transfers', 'seconds', ${lagOf('transfers', 'created_at')})
      ) as "sealLags",
      (select json_agg(json_build_object('slot', slot_name, 'isActive', active, 'bytes',
          pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)))
        from pg_replication_slots where slot_type = 'physical' and not temporary) as slots,
      (select json_build_object('isFailing', last_failed_time > coalesce(last_archived_time,
          '-infinity') is true,
          'ageSeconds', extract(epoch from clock_timestamp() - last_archived_time))
        from pg_stat_archiver where current_setting('archive_mode') <> 'off') as archive,
      pg_database_size(current_database())::float8 as "databaseBytes",
      (select json_agg(kind) from troubles) as troubles,
      pg_current_wal_lsn()::text as position`.execute(db);
  return rows[0] as Seen;
}

/** How long ago the oldest row was made that no seal holds. */
function lagOf(record: 'audit_events' | 'transfers', at: string) {
  return sql`coalesce((select greatest(0, extract(epoch from platform_now() - ${sql.ref(at)}))
    from ${sql.table(record)}
    where id > (select last_id from sealing where record = ${record}) order by id limit 1), 0)`;
}

export interface Lag {
  bytes: number;
  seconds: number;
}

/** How far the replica is behind what the primary had written. */
export async function lookAtReplica(replica: Db, position: string): Promise<Lag> {
  const { rows } = await sql<Lag>`
    select greatest(0, bytes)::float8 as bytes, case when bytes <= 0 then 0 else coalesce(
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0) end::float8
      as seconds
    from (select case when pg_is_in_recovery()
      then pg_wal_lsn_diff(${position}::pg_lsn, pg_last_wal_replay_lsn()) else 0 end as bytes) r
  `.execute(replica);
  return rows[0] as Lag;
}
