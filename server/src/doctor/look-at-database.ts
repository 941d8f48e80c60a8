import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { leaderLocks } from '../kernel/leader-locks.ts';
import { checkBooksQuickly } from '../ledger/quick-books.ts';
import { findTroubles } from '../notifications/watch-platform.ts';
import { type Finding, good, weak, wrong } from './finding.ts';

const oldestServer = 150_000;

interface Server {
  version: string;
  number: number;
  unsafe: string[];
  used: number;
  max: number;
  invalid: string[];
}

/** The server itself: its release, what it promises of a commit, and how full it is. */
export async function lookAtServer(db: Db): Promise<Finding[]> {
  const { rows } = await sql<Server>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as number,
      array(select name from pg_settings where name in ('fsync', 'full_page_writes',
        'synchronous_commit') and setting = 'off' order by name) as unsafe,
      (select sum(numbackends)::int from pg_stat_database) as used,
      current_setting('max_connections')::int as max,
      array(select indexrelid::regclass::text from pg_index where not indisvalid) as invalid
  `.execute(db);
  const [server] = rows as [Server];
  const { version, number, unsafe, used, max, invalid } = server;
  const found: Finding[] = [];
  found.push(
    number < oldestServer
      ? wrong('server', `PostgreSQL ${version} is too old.`, 'Upgrade it to 15 or newer.')
      : good('server', `PostgreSQL ${version}, ${used} of ${max} connections in use.`),
  );
  if (unsafe.length > 0) {
    const says = `${unsafe.join(', ')} is off: a crash may lose money that was acknowledged.`;
    found.push(wrong('server', says, 'Set it to on in postgresql.conf and reload.'));
  }
  if (used > max * 0.9) {
    const remedy = 'Lower DATABASE_CONNECTIONS of the nodes, or raise max_connections.';
    found.push(weak('server', `${used} of ${max} connections are in use.`, remedy));
  }
  if (invalid.length > 0) {
    const says = `The index ${invalid.join(', ')} is not whole: its building was broken off.`;
    found.push(weak('server', says, 'Start a node: it goes on with what is missing.'));
  }
  return found;
}

/** One of the nodes that run watches the platform, and holds a lock for as long as it does. */
export async function lookAtNodes(db: Db): Promise<Finding> {
  const { rows } = await sql<{ objid: number }>`
    select objid::int from pg_locks where locktype = 'advisory' and granted and classid = 0
      and objsubid = 1 and database = (select oid from pg_database
        where datname = current_database())`.execute(db);
  const isHeld = (lock: number) => rows.some(({ objid }) => objid === lock);
  if (!isHeld(leaderLocks.watch)) {
    return weak('nodes', 'No node runs on this database.', 'Start one: npm start.');
  }
  return good('nodes', isHeld(leaderLocks.engine) ? 'They run, and rounds too.' : 'They run.');
}

const warnMs = 2_000;
const wrongMs = 30_000;

/** Codes of second factors, sessions and rounds go by the database's clock and by the node's. */
export async function lookAtClock(db: Db, now: () => number = Date.now): Promise<Finding> {
  await sql`select`.execute(db);
  const beforeMs = now();
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  const middleMs = (beforeMs + now()) / 2;
  const offMs = Math.abs((rows[0]?.ms ?? 0) - middleMs);
  const says = `The clocks of this machine and of the database differ by ${seconds(offMs)}.`;
  const remedy =
    'Let both follow a time server (chrony, systemd-timesyncd); which one is off, date tells.';
  if (offMs >= wrongMs) return wrong('clock', says, remedy);
  if (offMs >= warnMs) return weak('clock', says, remedy);
  return good('clock', says);
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;

const remedies = {
  standby: 'Look at its log and disk; docs/operating.md says what to do with its slot.',
  archive: 'See pg_stat_archiver; make room or mend the archive before the log fills the disk.',
  disk: 'Make room; archive old months (npm run admin -- retention).',
  seals: 'Read the log of the nodes (sealing the record), then npm run books.',
  round: 'Read the log of the nodes (the engine stopped); restart the one that leads.',
} as const;

/** What the bell would call SUPER for. */
export async function lookAtTroubles(db: Db): Promise<Finding[]> {
  const troubles = await findTroubles(db);
  const found = Object.entries(troubles).map(([trouble, detail]) =>
    wrong(trouble, detail, remedies[trouble as keyof typeof remedies]),
  );
  const held = await db
    .selectFrom('held_bets')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirst();
  if ((held?.count ?? 0n) > 0n) {
    const says = `${held?.count} bets of ended rounds are set aside, not settled.`;
    found.push(wrong('round', says, 'Rounds, Round Settlement in the panel settles them again.'));
  }
  const isFine = (check: string) => found.every((one) => one.check !== check);
  return [
    ...(isFine('standby') ? [await sayStandbys(db)] : []),
    ...(isFine('round') ? [good('round', 'No round is stuck, and none has bets set aside.')] : []),
    ...found,
  ];
}

async function sayStandbys(db: Db): Promise<Finding> {
  const { rows } = await sql<{ count: number; names: string | null }>`
    select count(*)::int as count, current_setting('synchronous_standby_names') as names
    from pg_stat_replication where state = 'streaming'`.execute(db);
  const { count = 0, names } = rows[0] ?? {};
  if (names && count === 0) {
    const says = `Commits wait for a standby (${names}), and none is there.`;
    return wrong('standby', says, remedies.standby);
  }
  return good('standby', count === 0 ? 'There is none.' : `${count} follow.`);
}

const eventsMax = 5_000;

/** The newest seals against the rows that they seal; all of them is `npm run books`. */
export async function lookAtSeals(db: Db): Promise<Finding> {
  const { rows } = await sql<{ isWhole: boolean; waiting: number; sealedAt: Date | null }>`
    select is_whole as "isWhole", waiting, sealed_at as "sealedAt"
    from seal_state(${eventsMax}::int)`.execute(db);
  const { isWhole = true, waiting = 0, sealedAt } = rows[0] ?? {};
  if (!isWhole) {
    const remedy = 'npm run books names what; keep a copy of the database as it is.';
    return wrong('seal', 'The record was changed after it was sealed.', remedy);
  }
  const newest = sealedAt ? `the newest is of ${minuteOf(sealedAt)}` : 'there is none yet';
  return good('seal', `The newest seals are whole; ${newest}, ${waiting} events wait for theirs.`);
}

export const minuteOf = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export async function lookAtBooks(db: Db): Promise<Finding[]> {
  const faults = await checkBooksQuickly(db);
  if (faults.length === 0) {
    return [good('books', 'Every currency adds up to zero, every account to its newest entry.')];
  }
  const remedy = 'Switch maintenance on, keep a copy of the database, and run npm run books.';
  return faults.map((fault) => wrong('books', `${fault}.`, remedy));
}
