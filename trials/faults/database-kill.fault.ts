import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '@pitboss/server/demo/random';
import { sql } from 'kysely';
import { newBook, percentile } from './book.ts';
import { call } from './call.ts';
import { compare } from './check.ts';
import { startLoad } from './load.ts';
import { type Options, roundsOf } from './options.ts';
import { type Control, control, type Outcome } from './outcome.ts';
import { series, type Turn } from './series.ts';
import { inWorld, quickRounds, type World } from './world.ts';

const backLimitMs = 10_000;
const haltMs = 10_000;
const workers = 24;

/** R2: the database server is killed under load; the nodes answer 503 and go on by themselves. */
export async function databaseKill(options: Options): Promise<Outcome[]> {
  const { seed } = options;
  const rounds = roundsOf(options, 50, 2);
  const outcome = await inWorld({}, async (world) => {
    const gaps: number[] = [];
    const away = { refused: 0 };
    const outcome = await series(
      world,
      { row: 'R2', name: 'database-kill', seed, rounds },
      (turn) => killUnderLoad(turn, gaps, away),
    );
    const slowest = Math.round(Math.max(...gaps));
    if (slowest > backLimitMs) {
      outcome.late.push(`Writes went on only ${slowest} ms after the kill.`);
    }
    const median = Math.round(percentile(gaps, 0.5));
    const times = { writesAgainMsMax: slowest, writesAgainMsMedian: median };
    const seen = { answered503: away.refused, serverStarts: world.restarts() };
    Object.assign(outcome.figures, times, seen);
    return outcome;
  });
  outcome.controls.push(await withoutFlush(seed));
  return [outcome];
}

async function killUnderLoad(
  { world, book, random, faults }: Turn,
  gaps: number[],
  away: { refused: number },
): Promise<void> {
  const load = startLoad(world, book, { workers, random });
  await sleep(300 + random() * 500);
  const before = book.attempts.length;
  // Of one backend's death PostgreSQL itself recovers; of the whole server's whoever watches it.
  const [which] = (['whole', 'whole', 'postmaster', 'backend'] as const).slice(random() * 4);
  world.database.kill(which ?? 'whole', () => Math.floor(random() * 4));
  const killedAt = performance.now();
  const alive = await Promise.all(world.nodes.map(isAlive));
  if (alive.includes(false)) faults.push('A node did not answer while its database was away.');
  gaps.push(await untilWritten(book, killedAt));
  await sleep(200);
  await load.end();
  const codes = book.attempts.slice(before).map(({ status }) => status);
  away.refused += codes.filter((status) => status === 503).length;
}

async function isAlive({ url }: { url: string }): Promise<boolean> {
  const answer = await call(url, { method: 'GET', path: '/health', patienceMs: 5_000 });
  return answer.status === 200;
}

/** How long after the fault a change was asked for that was then acknowledged. */
async function untilWritten(
  book: { attempts: { sentAt: number; ms: number; status: number }[] },
  since: number,
): Promise<number> {
  const from = book.attempts.length;
  for (;;) {
    const made = book.attempts
      .slice(from)
      .find(({ sentAt, status }) => sentAt > since + 50 && status >= 200 && status < 300);
    if (made) return made.sentAt + made.ms - since;
    if (performance.now() - since > 60_000) return Number.POSITIVE_INFINITY;
    await sleep(20);
  }
}

/** A server that answers before its log is on disk: a kill must show as acknowledged and lost. */
async function withoutFlush(seed: number): Promise<Control> {
  const database = { synchronous_commit: 'off', wal_writer_delay: '10s' };
  const what = 'answers before the log is written, lost';
  return inWorld({ database, nodes: 1, settings: { ...quickRounds, ENGINE: 'off' } }, (world) =>
    killUntilLost(world, seed, what),
  );
}

async function killUntilLost(world: World, seed: number, what: string): Promise<Control> {
  await flush(world);
  const random = seededRandom(seed + 2);
  const book = newBook();
  for (let round = 0; round < 5; round++) {
    const load = startLoad(world, book, { workers, random, onlyDeposits: true });
    await sleep(1_000);
    const told = [...book.acknowledged];
    world.database.kill('whole');
    // Whatever was on its way may have its answer already, and then the load would end while the
    // database is still away.
    await untilWritten(book, performance.now());
    await load.end();
    const { lost } = await compare(world, told);
    if (lost.length > 0) return control(what, lost.length);
  }
  return control(what, 0);
}

/** What stands there before the load is on disk: the tables themselves are not to be lost. */
async function flush({ db }: World): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = on`.execute(tx);
    await sql`update games set name = name`.execute(tx);
  });
}

/** The database hangs for ten seconds, as a machine that is out of breath, and goes on. */
export async function databaseHalt(options: Options): Promise<Outcome[]> {
  const { seed } = options;
  const rounds = roundsOf(options, 5, 1);
  const given = { row: 'R2', name: 'database-halt', seed, rounds };
  return inWorld({}, async (world) => {
    const outcome = await series(world, given, async ({ book, random }) => {
      const load = startLoad(world, book, { workers, random });
      await sleep(500);
      world.database.halt();
      await sleep(haltMs);
      world.database.resume();
      await sleep(1_000);
      await load.end();
    });
    return [outcome];
  });
}
