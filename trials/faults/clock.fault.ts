import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '@pitboss/server/db/transaction';
import { letIn } from '@pitboss/testkit/crowd';
import { sql } from 'kysely';
import { acknowledge, type Book } from './book.ts';
import { call } from './call.ts';
import { startLoad } from './load.ts';
import { type Options, roundsOf } from './options.ts';
import { control, type Outcome } from './outcome.ts';
import { series, type Turn } from './series.ts';
import { inWorld, quickRounds, type World } from './world.ts';

const hourMs = 3_600_000;
const usedBefore = 'before-the-jump';
const shifts = [hourMs, -hourMs, 24 * hourMs, -24 * hourMs];

/**
 * R16: the clock of one node jumps while it works. The clock is that of its JavaScript; the
 * database's own would take libfaketime, which is left out here.
 */
export async function clock(options: Options): Promise<Outcome[]> {
  const { seed } = options;
  const rounds = roundsOf(options, shifts.length, 2);
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-clock-'));
  const file = join(folder, 'shift');
  writeFileSync(file, '0');
  const settings = {
    ...quickRounds,
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--import=${new URL('./shifted-clock.ts', import.meta.url)}`,
    FAULTS_CLOCK_FILE: file,
  };
  try {
    return await inWorld({ settings }, async (world) => {
      const straight = driftOf(world);
      let moved = 0;
      const given = { row: 'R16', name: 'clock', seed, rounds };
      const outcome = await series(world, given, async (turn) => {
        const shiftMs = shifts[turn.round % shifts.length] ?? hourMs;
        await jump(turn, file, shiftMs);
        const driftMs = driftOf(world);
        if (Math.abs(driftMs - shiftMs) < 60_000) moved++;
        else turn.faults.push(`The clock is off by ${driftMs} ms instead of ${shiftMs}.`);
      });
      outcome.figures.jumps = moved;
      const isStraight = Math.abs(straight) < 60_000;
      outcome.controls.push(
        control('jumps seen in the log, and none before', isStraight ? moved : 0),
      );
      return [outcome];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** How far the clock of the node's log is from ours. */
function driftOf({ nodes }: World): number {
  const times = [...(nodes[0]?.output().matchAll(/"time":(\d+)/g) ?? [])];
  return Number(times.at(-1)?.[1]) - Date.now();
}

async function jump({ world, book, random, faults }: Turn, file: string, shiftMs: number) {
  const load = startLoad(world, book, { workers: 16, random });
  await sleep(1_000);
  writeFileSync(file, String(shiftMs));
  // The other node keeps the right time, as of two machines one does.
  world.nodes[0]?.signal('SIGUSR2');
  await sleep(2_000);
  faults.push(...(await sessionFaults(world)), ...(await keyFaults(world, book)));
  await sleep(1_000);
  await load.end();
  faults.push(...(await timeFaults(world)));
}

/** A session lives as long as the database says, whatever a node thinks. */
async function sessionFaults(world: World): Promise<string[]> {
  const url = world.nodes[0]?.url ?? '';
  const { id } = world.people.root;
  const { token } = await inTransaction(world.db, (tx) => letIn(tx, id));
  const ask = () => call(url, { path: '/users/getAgentbalance', token });
  const live = await ask();
  await sql`update sessions set expires_at = now() - interval '1 minute'
    where user_id = ${id} and id = (select max(id) from sessions)`.execute(world.db);
  const expired = await ask();
  return [
    ...(live.status === 200 ? [] : [`a live session was answered ${live.status}`]),
    ...(expired.status === 401 ? [] : [`an expired session was answered ${expired.status}`]),
  ];
}

/** A key that was used before the jump is still known after it. */
async function keyFaults({ nodes, people }: World, book: Book): Promise<string[]> {
  const [operator] = people.operators;
  const path = `/transactions/deposit/${operator?.clients[0]?.id}`;
  const order = { path, token: operator?.token ?? '', key: usedBefore, body: { amount: 1 } };
  const straight = await call(nodes[1]?.url ?? '', order);
  const isKnown = book.acknowledged.some(({ key }) => key === usedBefore);
  const id = String(straight.data.transactionId);
  if (!isKnown) acknowledge(book, { kind: 'deposit', key: usedBefore, id, minor: 100 });
  const shifted = await call(nodes[0]?.url ?? '', order);
  return straight.text === shifted.text ? [] : ['a known key was answered otherwise'];
}

/** All times are the database's: none lies ahead, none runs backwards within an account. */
async function timeFaults({ db }: World): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select 'transfers lie in the future' as fault where exists (
      select from transfers where created_at > clock_timestamp())
    union all
    select 'the record of events lies outside of this run' where exists (
      select from audit_events where at > clock_timestamp() or at < now() - interval '30 minutes')
    union all
    select 'entries of an account run backwards' where exists (
      select from (select created_at, lag(created_at) over (partition by account_id
        order by sequence) as before from entries) e where created_at < before)
    union all
    select 'a round lasted less than nothing' where exists (
      select from rounds where ended_at < created_at or flying_at < created_at)`.execute(db);
  return rows.map(({ fault }) => fault);
}
