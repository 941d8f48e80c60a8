import { sql } from 'kysely';
import { appliedMigrations } from './applied-migrations.ts';
import { countChangedFunctions } from './apply-functions.ts';
import type { Db } from './database.ts';
import { hasTable } from './has-table.ts';
import { readAhead, readMigrations, type SqlFile } from './sql-files.ts';

/** A migration that the database lacks, with what it does in its own words. */
export interface Step {
  name: string;
  about: string;
  /** About how many bytes of tables it reads, and how many it writes. */
  readBytes: number;
  writtenBytes: number;
  /** Its indexes are built before it, while nodes go on serving. */
  isAhead: boolean;
}

export interface Plan {
  /** There are no tables yet. */
  isEmpty: boolean;
  /** The newest migration that the database has. */
  from: string | undefined;
  steps: Step[];
  changedFunctions: number;
  databaseBytes: number;
}

/** What brings a database to this release, where it is of none that is newer; it only looks. */
export async function planUpgrade(db: Db): Promise<Plan> {
  const isEmpty = !(await hasTable(db, 'kysely_migration'));
  const files = await readMigrations();
  const applied = isEmpty ? [] : await appliedMigrations(db);
  const lacking = isEmpty ? [] : files.filter(({ name }) => !applied.includes(name));
  const ahead = (await readAhead()).map(({ name }) => name);
  const sizes = await sizesOf(db);
  const steps = lacking.map((file, index) => ({
    ...stepOf(file, sizes),
    // What is built ahead is built for the first one alone; later ones go the long way.
    isAhead: index === 0 && ahead.includes(file.name),
  }));
  const changedFunctions = isEmpty ? 0 : await countChangedFunctions(db);
  const from = applied.at(-1);
  return { isEmpty, from, steps, changedFunctions, databaseBytes: await databaseBytes(db) };
}

async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: bigint }>`
    select pg_database_size(current_database()) as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? 0n);
}

/** Without their indexes: what a statement over the whole table reads. */
async function sizesOf(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; bytes: bigint }>`
    select relname as name, pg_table_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(db);
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/**
 * A migration that takes longer on a larger database says so in a line such as
 * `-- cost: bets 0.5, users 0.1`: which tables it goes over, and how much it writes for each byte.
 */
export function costsOf(text: string): { table: string; share: number }[] {
  const [, list = ''] = /^-- cost: ([\w .,]{1,200})$/m.exec(text) ?? [];
  return list
    .split(', ')
    .filter((part) => part !== '')
    .map((part) => {
      const [table = '', share = '0'] = part.split(' ');
      return { table, share: Number(share) };
    });
}

function stepOf({ name, text }: SqlFile, sizes: Map<string, number>): Omit<Step, 'isAhead'> {
  const costs = costsOf(text).map(({ table, share }) => {
    const bytes = sizes.get(table) ?? 0;
    return { bytes, written: bytes * share };
  });
  const total = (pick: (cost: { bytes: number; written: number }) => number) =>
    costs.reduce((sum, cost) => sum + pick(cost), 0);
  return {
    name,
    about: aboutOf(text),
    readBytes: total(({ bytes }) => bytes),
    writtenBytes: total(({ written }) => written),
  };
}

/** The first sentence of the comment at its head. */
function aboutOf(text: string): string {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('-- '));
  const comment = lines
    .slice(0, end === -1 ? lines.length : end)
    .filter((line) => !line.startsWith('-- cost:'))
    .map((line) => line.slice(3))
    .join(' ');
  const stop = comment.search(/\.( |$)/);
  return stop === -1 ? comment : comment.slice(0, stop);
}

/** A slow disk reads and sorts about so much in a second. */
const bytesASecond = 20 * 1024 ** 2;

const classes: [number, string][] = [
  [10, 'seconds'],
  [90, 'about a minute'],
  [1_200, 'minutes'],
  [5_400, 'about an hour'],
];

/** How long it may take, as nearly as can be said beforehand. */
export function durationOf(steps: Pick<Step, 'readBytes' | 'writtenBytes'>[]): string {
  const bytes = steps.reduce(
    (sum, { readBytes, writtenBytes }) => sum + readBytes + writtenBytes,
    0,
  );
  const seconds = bytes / bytesASecond;
  return classes.find(([limit]) => seconds < limit)?.[1] ?? 'hours';
}

/** Functions and the catalogue's own changes, whatever the size. */
const leastBytes = 32 * 1024 ** 2;

/** Disk that must be free: what is written, as much again for its log, and to sort it. */
export function diskNeedOf(steps: Pick<Step, 'writtenBytes'>[]): number {
  return leastBytes + 3 * steps.reduce((sum, { writtenBytes }) => sum + writtenBytes, 0);
}
