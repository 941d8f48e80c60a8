import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@pitboss/server/db/database';
import { isReady } from '@pitboss/testkit/http-client';
import { sql } from 'kysely';
import type { Book } from './book.ts';
import { startLoad } from './load.ts';
import { type Options, roundsOf } from './options.ts';
import { control, type Outcome, raceOutcome } from './outcome.ts';
import { series } from './series.ts';
import { inWorld, type World } from './world.ts';

const diskMb = 500;
const fullMs = 8_000;
const refusals = new Set([503, 507]);

/** R15: the database's disk, a small one in memory, is full for a while and then has room again. */
export async function diskFull(options: Options): Promise<Outcome[]> {
  const { seed } = options;
  const disk = mkdtempSync(join(tmpdir(), 'pitboss-disk-'));
  if (!mount(disk)) {
    rmSync(disk, { recursive: true });
    const faults = ['Skipped: a disk of fixed size takes the rights to mount one.'];
    const counts = { rounds: 0, acknowledged: 0, controls: [] };
    return [raceOutcome({ row: 'R15', name: 'disk-full', seed, ...counts, faults })];
  }
  try {
    return [await fillAndFree(options, disk)];
  } finally {
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true, force: true });
  }
}

function mount(disk: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', disk]);
    return true;
  } catch {
    return false;
  }
}

async function fillAndFree(options: Options, disk: string): Promise<Outcome> {
  const { seed } = options;
  const rounds = roundsOf(options, 3, 1);
  const folder = join(disk, 'data');
  mkdirSync(folder);
  // Little log, so that it reaches the end of the disk soon.
  const database = { max_wal_size: '64MB', min_wal_size: '32MB', shared_buffers: '32MB' };
  return inWorld({ folder, database }, async (world) => {
    let refused = 0;
    let quiet = 0;
    let slowestMs = 0;
    const given = { row: 'R15', name: 'disk-full', seed, rounds };
    const outcome = await series(world, given, async ({ book, random, faults, round }) => {
      const begin = book.attempts.length;
      const load = startLoad(world, book, { workers: 24, random });
      await sleep(1_000);
      quiet += countRefused(book, begin);
      const from = book.attempts.length;
      const ballast = join(disk, 'ballast');
      fill(ballast);
      let unready = 0;
      const until = performance.now() + fullMs;
      // What is written into a page that is there already still works: fill up what is freed.
      while (performance.now() < until) {
        await sleep(250);
        fill(ballast);
        // Without room for its log PostgreSQL gives up altogether, and has to be started again.
        if (round % 2 === 1) await takeNewLog(world).catch(() => {});
        if (!(await isReady(world.nodes[0]?.url ?? ''))) unready++;
      }
      if (unready === 0) faults.push('A node was ready on a full disk.');
      const met = countRefused(book, from);
      if (met === 0) faults.push('Nobody met the full disk.');
      refused += met;
      const { length } = book.acknowledged;
      truncateSync(ballast);
      const freedAt = performance.now();
      while (book.acknowledged.length <= length + 20 && performance.now() - freedAt < 60_000) {
        await sleep(20);
      }
      slowestMs = Math.max(slowestMs, performance.now() - freedAt);
      await load.end();
      rmSync(ballast);
    });
    const figures = { refused, writesAgainMsMax: Math.round(slowestMs) };
    outcome.figures.serverStarts = world.restarts();
    Object.assign(outcome.figures, figures);
    const isTold = quiet === 0 ? refused : 0;
    outcome.controls.push(control('refusals with a full disk, and none before', isTold));
    return outcome;
  });
}

/** Makes PostgreSQL begin a new file of its log, as only its superuser may. */
async function takeNewLog({ databaseUrl }: World): Promise<void> {
  const url = new URL(databaseUrl);
  url.username = 'postgres';
  const { db, close } = openDatabase({ url: url.href, connectionsMax: 1, onError: () => {} });
  try {
    await sql`select pg_switch_wal(), pg_create_restore_point('full')`.execute(db);
  } finally {
    await close().catch(() => {});
  }
}

function countRefused({ attempts }: Book, from: number): number {
  return attempts.slice(from).filter(({ status }) => refusals.has(status)).length;
}

/** Writes until nothing more fits. */
function fill(path: string): void {
  const file = openSync(path, 'a');
  const block = Buffer.alloc(256 * 1024, 1);
  try {
    for (let size = block.length; size >= 512; size = Math.floor(size / 2)) {
      while (writes(file, block.subarray(0, size)));
    }
  } finally {
    closeSync(file);
  }
}

function writes(file: number, block: Buffer): boolean {
  try {
    return writeSync(file, block) > 0;
  } catch {
    return false;
  }
}
