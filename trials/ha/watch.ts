import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { newClient, query } from './database.ts';
import type { Cluster, Member } from './patroni.ts';

const everyMs = 100;

/** A write that a member acknowledged. */
interface Commit {
  id: string;
  timeline: string;
  member: string;
  sentAt: number;
  ackedAt: number;
}

interface Watch {
  commits: Commit[];
  isOver: boolean;
}

/**
 * Asks each member directly, past the proxy, whether it takes writes, and commits one where it
 * does. Who acknowledges a commit after another did so on a later timeline is a second leader.
 */
export async function startWatch(cluster: Cluster) {
  const table = 'create table if not exists watched (id bigserial primary key, member text)';
  await query(cluster.adminUrl, table);
  const watch: Watch = { commits: [], isOver: false };
  const running = cluster.members.map((member) => follow(cluster, member, watch));
  const stop = async () => {
    watch.isOver = true;
    await Promise.race([Promise.all(running), sleep(10_000)]);
  };
  return { commits: watch.commits, stop };
}

async function follow(cluster: Cluster, member: Member, watch: Watch): Promise<void> {
  for (; !watch.isOver; await sleep(everyMs)) {
    const client = newClient(cluster.directUrl(member));
    try {
      await client.connect();
      await probe(client, member, watch);
    } catch {
      // Down or on its way down: it acknowledges nothing.
    } finally {
      await client.end().catch(() => {});
    }
  }
}

async function probe(client: pg.Client, member: Member, watch: Watch): Promise<void> {
  let isCertain = true;
  // PostgreSQL says so where it stops waiting for the standby: then nothing is acknowledged.
  client.on('notice', () => {
    isCertain = false;
  });
  for (; !watch.isOver; await sleep(everyMs)) {
    const { rows } = await client.query('select pg_is_in_recovery() as standby');
    if (rows[0].standby) continue;
    const sentAt = performance.now();
    const made = await client.query(
      `insert into watched (member) values ('${member.name}')
       returning id, substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as timeline`,
    );
    if (!isCertain) return;
    const { id, timeline } = made.rows[0];
    const ackedAt = performance.now();
    watch.commits.push({ id, timeline, member: member.name, sentAt, ackedAt });
  }
}

/** Commits that a member acknowledged although another one led already. */
export function countSecondLeaders(commits: Commit[]): number {
  return commits.filter((late) =>
    commits.some(
      (led) =>
        led.member !== late.member && led.ackedAt < late.sentAt && led.timeline >= late.timeline,
    ),
  ).length;
}

/** Acknowledged commits of the watch that the leader no longer has. */
export async function countLostProbes({ adminUrl }: Cluster, commits: Commit[]): Promise<number> {
  const rows = await query<{ id: string; member: string }>(
    adminUrl,
    'select id, member from watched',
  );
  const kept = new Set(rows.map(({ id, member }) => `${id} ${member}`));
  return commits.filter(({ id, member }) => !kept.has(`${id} ${member}`)).length;
}
