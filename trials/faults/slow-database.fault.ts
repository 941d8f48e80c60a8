import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeProcess } from '@pitboss/testkit/node-process';
import { residentMb } from '@pitboss/testkit/resident-memory';
import { type Attempt, type Book, percentile } from './book.ts';
import { call } from './call.ts';
import { startLoad } from './load.ts';
import type { Options } from './options.ts';
import { type Control, control, type Outcome } from './outcome.ts';
import { series } from './series.ts';
import { inWorld, type World } from './world.ts';

const answerLimitMs = 10_000;
const normalLimitMs = 2_000;
const growthLimitMb = 50;

interface Stage {
  name: string;
  lastsMs: number;
  begin: (world: World) => void;
}

const stages: Stage[] = [
  { name: 'late200ms', lastsMs: 10_000, begin: ({ proxy }) => proxy.delay(200) },
  { name: 'late1s', lastsMs: 15_000, begin: ({ proxy }) => proxy.delay(1_000) },
  { name: 'late5s', lastsMs: 30_000, begin: ({ proxy }) => proxy.delay(5_000) },
  { name: 'blackHole', lastsMs: 60_000, begin: ({ proxy }) => proxy.block() },
  { name: 'reset', lastsMs: 3_000, begin: ({ proxy }) => proxy.reset() },
  { name: 'refuse', lastsMs: 10_000, begin: ({ proxy }) => proxy.refuse() },
];

/** R13: the way to the database is slow, blocked, broken; answers come in time all the same. */
export async function slowDatabase(options: Options): Promise<Outcome[]> {
  const { seed, isQuick } = options;
  const chosen = isQuick ? stages.slice(4) : stages;
  return inWorld({ byProxy: true }, async (world) => {
    const figures: Outcome['figures'] = {};
    const given = { row: 'R13', name: 'slow-database', seed, rounds: 1 };
    const late: string[] = [];
    const outcome = await series(world, given, async ({ book, random, faults }) => {
      const load = startLoad(world, book, { workers: 40, random, patienceMs: 65_000 });
      await sleep(isQuick ? 1_000 : 5_000);
      const before = world.nodes.map((node) => residentMb(node.pid()));
      for (const stage of chosen) {
        const found = await runStage(world, book, stage, figures);
        faults.push(...found.faults);
        late.push(...found.late);
      }
      const growth = world.nodes.map(
        (node, index) => residentMb(node.pid()) - (before[index] ?? 0),
      );
      figures.growthMb = Math.max(...growth);
      if (figures.growthMb > growthLimitMb) faults.push(`A node grew by ${figures.growthMb} MB.`);
      await load.end();
    });
    outcome.rounds = chosen.length;
    outcome.late.push(...late);
    Object.assign(outcome.figures, figures);
    outcome.controls.push(await tardyServer());
    return [outcome];
  });
}

async function runStage(
  world: World,
  book: Book,
  stage: Stage,
  figures: Outcome['figures'],
): Promise<{ faults: string[]; late: string[] }> {
  const from = book.attempts.length;
  const beganAt = performance.now();
  stage.begin(world);
  await sleep(stage.lastsMs);
  const endedAt = performance.now();
  world.proxy.mend();
  const normal = await Promise.all(world.nodes.map((node) => untilNormal(world, node)));
  await sleep(1_000);
  const sent = book.attempts
    .slice(from)
    .filter(({ sentAt }) => sentAt >= beganAt && sentAt < endedAt);
  const normalMs = Math.round(Math.max(...normal));
  figures[`${stage.name}P99Ms`] = Math.round(percentile(timesOf(sent), 0.99));
  figures[`${stage.name}NormalMs`] = normalMs;
  const isNormal = normalMs <= normalLimitMs;
  const late = `${stage.name}: normal again only ${normalMs} ms after its end.`;
  return { faults: lateFaults(stage.name, sent), late: isNormal ? [] : [late] };
}

const timesOf = (sent: Attempt[]) => sent.map(({ ms }) => ms);

/** Answers that came too late, or said neither what was done nor when to ask again. */
function lateFaults(name: string, sent: Attempt[]): string[] {
  const p99 = Math.round(percentile(timesOf(sent), 0.99));
  const mute = sent.filter(({ status, hasRetryAfter }) => status === 503 && !hasRetryAfter).length;
  return [
    ...(p99 > answerLimitMs ? [`${name}: p99 of ${sent.length} answers is ${p99} ms.`] : []),
    ...(mute > 0 ? [`${name}: ${mute} answers of 503 without Retry-After.`] : []),
  ];
}

/** How long until a node answers a question to the database as on any day. */
async function untilNormal({ people }: World, { url }: NodeProcess): Promise<number> {
  const since = performance.now();
  const ask = { path: '/users/getAgentbalance', token: people.root.token, patienceMs: 2_000 };
  while (performance.now() - since < 60_000) {
    const { status, ms } = await call(url, ask);
    if (status === 200 && ms < 1_000) break;
    await sleep(50);
  }
  return performance.now() - since;
}

/** The same judgement of a server that takes longer than allowed. */
async function tardyServer(): Promise<Control> {
  const server = createServer((_, reply) => {
    setTimeout(() => reply.writeHead(503).end('{}'), answerLimitMs + 500);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { status, ms } = await call(`http://127.0.0.1:${port}`, { path: '/late' });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const found = lateFaults('tardy', [{ sentAt: 0, ms, status, hasRetryAfter: false }]);
  return control('a server that is late and mute', found.length);
}
