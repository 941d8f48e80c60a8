import { statfs } from 'node:fs/promises';
import type { Trouble } from '@pitboss/contract/notification';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { lead } from '../db/lead.ts';
import { leaderLocks } from '../kernel/leader-locks.ts';
import { pause } from '../kernel/pause.ts';
import { watchImbalance } from '../ledger/imbalance.ts';
import { forgetNightly, nextNight } from '../retention/forget-nightly.ts';
import type { RetentionRules } from '../retention/retention.ts';

const lookMs = 30_000;
/** Below one of these a disk is nearly full. */
const freeShareMin = 0.1;
const freeBytesMin = 1024 ** 3;

export interface Watched {
  /** Where the embedded database lies; nothing is known of the disk of another one. */
  dataDir: string | undefined;
  /** Whether the replica that lists are read from is away or behind. */
  isReplicaAway: () => boolean;
}

interface Options extends Watched {
  db: Db;
  retention: RetentionRules;
  stopping: AbortSignal;
  onError: (error: unknown) => void;
}

/** One node looks after what an administrator must act on, and forgets what was long ago. */
export async function watchPlatform(options: Options): Promise<void> {
  const { db, stopping, onError, retention, ...watched } = options;
  await lead({
    db,
    stopping,
    onError,
    lock: leaderLocks.watch,
    work: async (connection) => {
      const findImbalance = watchImbalance();
      for (let forgetAtMs = 0; !stopping.aborted; ) {
        await watchOnce(connection, watched, findImbalance);
        if (Date.now() >= forgetAtMs) {
          await forgetNightly(connection, retention, stopping).catch(onError);
          forgetAtMs = nextNight(Date.now());
        }
        await pause(lookMs, stopping);
      }
    },
  });
}

/** Writes down what is wrong now; who must act on it is called when it begins. */
export async function watchOnce(
  db: Db,
  watched: Watched,
  findImbalance = watchImbalance(),
): Promise<void> {
  const found = { ...(await findTroubles(db)), ...(await lookAtDisk(watched.dataDir)) };
  if (watched.isReplicaAway()) found.standby ??= 'The replica for lists is away or behind.';
  const [wrong] = (await findImbalance(db)).filter(({ minor }) => minor !== 0n);
  if (wrong) found.books = `Accounts in ${wrong.currency} add up to ${wrong.minor}, not to 0.`;
  await sql`select keep_troubles(${JSON.stringify(found)}::jsonb)`.execute(db);
}

type Troubles = Partial<Record<Trouble, string>>;

/** The times are those after which it is no passing moment any more. */
export async function findTroubles(db: Db): Promise<Troubles> {
  const { rows } = await sql<{ trouble: Trouble; detail: string }>`
    select 'standby' as trouble, 'Slot ' || slot_name || case when active then ' is behind.'
      else ' has no standby.' end as detail
    from pg_replication_slots
    where slot_type = 'physical' and not temporary and not pg_is_in_recovery() and (not active
      or pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) > 256 * 1024 * 1024)
    union all
    select 'archive', 'Not archived since ' || coalesce(to_char(last_archived_time
      at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), 'the start') || ': ' || last_failed_wal
    from pg_stat_archiver
    where last_failed_time > coalesce(last_archived_time, '-infinity')
      and current_setting('archive_mode') <> 'off'
    union all
    select 'seals', 'Not sealed since ' ||
      to_char(e.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')
    from (select at from audit_events
      where id > (select last_id from sealing where record = 'audit_events')
      order by id limit 1) e
    where e.at < now() - interval '5 minutes'
    union all
    select 'round', 'Round ' || id || ' does not end.' from rounds
    where state in ('betting', 'flying') and source = 'engine'
      and updated_at < now() - interval '15 minutes'`.execute(db);
  return Object.fromEntries(rows.map(({ trouble, detail }) => [trouble, detail]));
}

export async function lookAtDisk(dataDir: string | undefined): Promise<Troubles> {
  if (dataDir === undefined) return {};
  const { bsize, blocks, bavail } = await statfs(dataDir);
  const freeBytes = bavail * bsize;
  if (bavail >= blocks * freeShareMin && freeBytes >= freeBytesMin) return {};
  return { disk: `${(freeBytes / 1024 ** 3).toFixed(1)} GB are free.` };
}
