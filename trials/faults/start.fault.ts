import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@pitboss/server/db/database';
import { migrate } from '@pitboss/server/db/migrate';
import { isReady } from '@pitboss/testkit/http-client';
import { newNode } from '@pitboss/testkit/node-process';
import { sql } from 'kysely';
import { call } from './call.ts';
import { type Options, roundsOf } from './options.ts';
import { type Control, control, type Outcome, raceOutcome } from './outcome.ts';
import { inWorld, type World } from './world.ts';

const readyLimitMs = 2_000;
const future = '9999-of-a-later-release';

/** R14: a node that starts before its database, and one whose database is of another release. */
export async function badStart(options: Options): Promise<Outcome[]> {
  const rounds = roundsOf(options, 6, 1);
  return inWorld({ nodes: 1, settings: { ENGINE: 'off' } }, async (world) => {
    const faults: string[] = [];
    const waits: number[] = [];
    const late: string[] = [];
    for (let round = 0; round < rounds; round++) {
      waits.push(await startEarly(world, 500 + round * 1_100, faults));
    }
    const slowest = Math.round(Math.max(...waits));
    if (slowest > readyLimitMs) {
      late.push(`Ready only ${slowest} ms after the database, more than ${readyLimitMs}.`);
    }
    faults.push(...(await refusesOtherSchema(world)));
    const controls = [await sameSchema(world)];
    const figures = { readyAfterDatabaseMsMax: slowest };
    const counts = { seed: options.seed, rounds, acknowledged: waits.length, figures };
    return [raceOutcome({ row: 'R14', name: 'bad-start', ...counts, controls, faults, late })];
  });
}

/** How long after the database came the node was ready; until then it says that it is not. */
async function startEarly(world: World, awayMs: number, faults: string[]): Promise<number> {
  const { proxy, people } = world;
  proxy.refuse();
  const node = await newNode(proxy.url);
  try {
    node.launch();
    const startedAt = performance.now();
    while (!(await isAlive(node.url)) && performance.now() - startedAt < 20_000) await sleep(20);
    await sleep(awayMs);
    const ask = { path: '/users/getAgentbalance', token: people.root.token };
    const codes = [
      await call(node.url, { method: 'GET', path: '/ready' }),
      await call(node.url, ask),
    ];
    if (codes.some(({ status }) => status !== 503)) {
      faults.push(
        `Without a database it answers ${codes.map(({ status }) => status).join(' and ')}.`,
      );
    }
    proxy.mend();
    const backAt = performance.now();
    while (!(await isReady(node.url)) && performance.now() - backAt < 30_000) await sleep(10);
    const waited = performance.now() - backAt;
    if (!node.isRunning()) faults.push('A node ended while it waited for its database.');
    return waited;
  } finally {
    proxy.mend();
    await node.end('SIGKILL');
  }
}

async function isAlive(url: string): Promise<boolean> {
  return (await call(url, { method: 'GET', path: '/health', patienceMs: 2_000 })).status === 200;
}

async function refusesOtherSchema(world: World): Promise<string[]> {
  const faults: string[] = [];
  const newer = await servesOn(world, 'newer', async (url) => {
    await inDatabase(url, (db) =>
      sql`insert into kysely_migration (name, timestamp) values (${future}, 'later')`.execute(db),
    );
  });
  if (newer) faults.push('A node serves on a database of a later release.');
  const [node] = world.nodes;
  await sql`update kysely_migration set name = name || '-gone'
    where name = (select max(name) from kysely_migration)`.execute(world.db);
  if (node && (await isReady(node.url))) faults.push('Ready without its newest migration.');
  await sql`update kysely_migration set name = replace(name, '-gone', '')`.execute(world.db);
  if (node && !(await isReady(node.url))) faults.push('Not ready with all migrations.');
  return faults;
}

/** The same question with nothing changed: here it must serve. */
async function sameSchema(world: World): Promise<Control> {
  const serves = await servesOn(world, 'same', async () => {});
  return control('a node serves where the release is its own', serves ? 1 : 0);
}

async function servesOn(
  world: World,
  name: string,
  change: (url: string) => Promise<void>,
): Promise<boolean> {
  await sql`create database ${sql.id(name)} template template0`.execute(world.db);
  const url = new URL(world.databaseUrl);
  url.pathname = `/${name}`;
  await inDatabase(url.href, (db) => migrate(db));
  await change(url.href);
  const node = await newNode(url.href);
  try {
    const startedAt = performance.now();
    node.launch();
    while (performance.now() - startedAt < 15_000) {
      if (!node.isRunning()) return false;
      if (await isReady(node.url)) return true;
      await sleep(50);
    }
    return false;
  } finally {
    await node.end('SIGKILL');
  }
}

async function inDatabase(
  url: string,
  work: (db: ReturnType<typeof openDatabase>['db']) => Promise<unknown>,
): Promise<void> {
  const { db, close } = openDatabase({ url, connectionsMax: 1 });
  try {
    await work(db);
  } finally {
    await close();
  }
}
