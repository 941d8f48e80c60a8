import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { type Db, openDatabase } from '../db/database.ts';
import { sentenceOf } from '../kernel/sentence-of.ts';
import { type Finding, good, wrong } from './finding.ts';

const behindMaxBytes = 16 * 1024 * 1024;

/** The replica that lists are read from: whether it answers, is one, and follows. */
export async function lookAtReplica(primary: Db, config: Config): Promise<Finding[]> {
  const { databaseReplicaUrl: url } = config;
  if (!url) return [];
  const { db, close } = openDatabase({ url, connectionsMax: 1 });
  try {
    const written = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(
      primary,
    );
    const { rows } = await sql<{ isReplica: boolean; behind: number | null }>`
      select pg_is_in_recovery() as "isReplica", case when pg_is_in_recovery() then
        pg_wal_lsn_diff(${written.rows[0]?.lsn}::pg_lsn, pg_last_wal_replay_lsn())::float8 end
        as behind`.execute(db);
    return [judge(rows[0] ?? { isReplica: false, behind: null })];
  } catch (error) {
    const said = sentenceOf(error);
    const remedy = 'Lists are read from the primary meanwhile: see to the replica, or unset it.';
    return [wrong('replica', `DATABASE_REPLICA_URL does not answer: ${said}.`, remedy)];
  } finally {
    await close();
  }
}

function judge({ isReplica, behind }: { isReplica: boolean; behind: number | null }): Finding {
  if (!isReplica) {
    const says = 'DATABASE_REPLICA_URL leads to no replica.';
    return wrong('replica', says, 'Name a streaming replica there, or leave it unset.');
  }
  const says = `The replica is ${Math.max(0, Math.round((behind ?? 0) / 1_024))} kB behind.`;
  if ((behind ?? 0) <= behindMaxBytes) return good('replica', says);
  return wrong(
    'replica',
    says,
    "Look at its log and disk; the primary's slot keeps what it lacks.",
  );
}
