import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { verbs } from '@pitboss/server/admin/verbs';
import { demoSignIns } from '@pitboss/server/demo/people';
import { askDatabase } from '@pitboss/testkit/database-stage';
import { must } from '@pitboss/testkit/http-client';
import { addPerson, signIn } from '@pitboss/testkit/people-by-call';
import { endCommands, runCommand } from '@pitboss/testkit/run-command';
import { password } from '@pitboss/testkit/super-sign-in';
import { ensurePanel } from '../../tools/panel.mjs';
import { main, whenToldToStop } from '../../tools/processes.mjs';
import { openPlace, type Place, stopAll } from '../cluster/place.ts';
import { lostOf, readMoneyRows } from './rows.ts';
import type { MakeStep, Step } from './step.ts';
import { issueMoney, steps } from './steps.ts';
import { type Client, startTraffic, type Traffic } from './traffic.ts';
import { type Kind, openWorld, type World } from './world.ts';

const usage =
  'Use: npm run admin-trial -- [--on embedded|system] [--bets 100000] [--only doctor,erase]';

// `npm run admin-trial` fills a demo, lets two nodes serve it behind a proxy while money moves, and
// uses every verb of `npm run admin`: what moved before stays as it is, the books balance, callers
// have what they were told, and each use is on record. `--on system` takes Debian's PostgreSQL.
await main(async () => {
  const wish = readArguments();
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  whenToldToStop(tell);
  await ensurePanel();
  const place = await openPlace(undefined);
  const ends: (() => Promise<void>)[] = [];
  try {
    const work = useAll(place, wish, ends);
    // Told to stop on the way, the rest of it fails and nobody minds.
    work.catch(() => {});
    return await Promise.race([work, told.then(() => 130)]);
  } finally {
    place.isStopping = true;
    for (const end of ends) await end();
    await endCommands();
    await stopAll(place);
    rmSync(place.folder, { recursive: true, force: true });
  }
});

async function useAll(place: Place, { kind, bets, only }: Wish, ends: (() => Promise<void>)[]) {
  let failed = 0;
  const tell = (what: string, wrong: string[]) => {
    failed += wrong.length > 0 ? 1 : 0;
    console.log(`${wrong.length > 0 ? 'FAILED' : 'ok    '} ${what}`);
    for (const line of wrong) console.log(`         ${line.slice(0, 2_000)}`);
  };
  const startedAt = performance.now();
  const world = await openWorld(place, kind, bets);
  console.log(`${bets} bets on ${await versionOf(world)}, after ${since(startedAt)} s`);
  const { boss, clients } = await addPeople(world);
  world.boss = boss;
  const traffic = startTraffic(world.address, boss, clients);
  ends.push(traffic.giveUp);
  for (const make of only) {
    const { what, wrong } = await use(world, traffic, await make(world));
    tell(what, wrong);
  }
  await traffic.end();
  tell('everybody has what it was told', await compareTold(world, traffic, clients));
  console.log(`${only.length + 1 - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

interface Wish {
  kind: Kind;
  bets: number;
  only: MakeStep[];
}

function readArguments(): Wish {
  try {
    const { values } = parseArgs({
      options: {
        on: { type: 'string', default: 'embedded' },
        bets: { type: 'string', default: '100000' },
        only: { type: 'string', default: Object.keys(steps).join(',') },
      },
    });
    const bets = Number(values.bets);
    if (!(bets > 0) || !['embedded', 'system'].includes(values.on)) throw new Error();
    const only = values.only.split(',').map((name) => {
      const step = steps[name];
      if (!step) throw new Error();
      return step;
    });
    return { kind: values.on as Kind, bets, only };
  } catch {
    throw new Error(usage);
  }
}

function since(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}

async function versionOf(world: World): Promise<string> {
  const { rows } = await world.ask(
    "select 'PostgreSQL ' || current_setting('server_version') as v",
  );
  return String(rows[0]?.v);
}

/** An operator of its own, with clients that play: no part of the demo, with money of its own. */
async function addPeople(world: World): Promise<{ boss: string; clients: Client[] }> {
  const { address } = world;
  await issueMoney(world);
  const root = await signIn(address, demoSignIns[0]);
  const person = { username: 'real.boss', role: 'ADMIN', balance: 500_000 } as const;
  await addPerson(address, root, person);
  const boss = await signIn(address, { username: person.username, password });
  const clients: Client[] = [];
  for (const username of ['real.one', 'real.two', 'real.three']) {
    const id = await addPerson(address, boss, { username, balance: 5_000, currency: undefined });
    const body = { username, password };
    const { data } = await must(address, { path: '/api/player/login', body });
    clients.push({ id, token: data.token });
  }
  return { boss, clients };
}

interface Used {
  what: string;
  wrong: string[];
}

/** One use, with callers on the way before it, meanwhile and after it. */
async function use(world: World, traffic: Traffic, step: Step): Promise<Used> {
  const { words, more = {}, allowed, allowedAfter = [] } = step;
  const before = await readMoneyRows(await world.ownerUrl());
  const uses = await countUses(world, words[0] ?? '');
  traffic.counts();
  const startedAt = performance.now();
  const args = isAsking(words[0]) ? [...words, '--yes'] : words;
  const { code, output } = await runCommand('admin/main', args, { ...world.settings, ...more });
  const took = since(startedAt);
  const counts = [...traffic.counts()];
  const wrong = code === 0 ? [] : [`it ended with ${code}: ${output}`];
  wrong.push(...oddOf(counts, allowed));
  if (code === 0) wrong.push(...((await step.after?.(output)) ?? []));
  await untilServed(traffic);
  wrong.push(...oddOf([...traffic.counts()], allowedAfter));
  const now = await world.ownerUrl();
  wrong.push(...lostOf(before, await readMoneyRows(now)));
  const books = await runCommand('books', [], world.settings);
  if (!books.output.startsWith('The books balance.')) wrong.push(books.output);
  if ((await countUses(world, words[0] ?? '')) <= uses) wrong.push('this use is not on record');
  wrong.push(...traffic.wrong.splice(0));
  const calls = counts.map(([name, n]) => `${n} ${name}`).join(', ');
  return { what: `${nameOf(words)}: ${took} s (${calls})`, wrong };
}

function isAsking(verb: string | undefined): boolean {
  return verbs.find(({ name }) => name === verb)?.destroys !== undefined;
}

/** No address of a database: there is a password in it. */
function nameOf([verb = '', first = '']: string[]): string {
  return ['--apply', '--archive'].includes(first) ? `${verb} ${first}` : verb;
}

/** Neither fine, nor refused between rounds, nor what this verb may do to callers. */
function oddOf(counts: [string, number][], allowed: number[]): string[] {
  const isOdd = (name: string) => {
    const [kind = '', status] = name.split(' ');
    return ![200, 201, ...(kind === 'bet' ? [409] : []), ...allowed].includes(Number(status));
  };
  return counts.filter(([name]) => isOdd(name)).map(([name, count]) => `${count} × ${name}`);
}

/** Until somebody is paid again: nodes go on. */
async function untilServed(traffic: Traffic): Promise<void> {
  const paid = () => [...traffic.told.deposits.values()].reduce((sum, all) => sum + all.length, 0);
  const before = paid();
  for (const until = Date.now() + 60_000; paid() <= before; await sleep(100)) {
    if (Date.now() > until) throw new Error('Nobody was served for a minute.');
  }
}

async function countUses(world: World, verb: string): Promise<number> {
  const { rows } = await askDatabase(
    await world.ownerUrl(),
    "select count(*)::int as count from audit_events where action = $1 and outcome = 'done'",
    [`admin.${verb}`],
  );
  return rows[0].count;
}

/** Each deposit and each bet that somebody was told of, once, and no other. */
async function compareTold(world: World, traffic: Traffic, clients: Client[]): Promise<string[]> {
  const url = await world.ownerUrl();
  const wrong: string[] = [];
  for (const { id } of clients) {
    const paid = await askDatabase(
      url,
      `select idempotency_key as name from transfers t join accounts a on a.id = t.to_account_id
       where a.user_id = $1 and t.kind = 'deposit' and t.amount_minor = 100`,
      [id],
    );
    const placed = await askDatabase(url, 'select id as name from bets where user_id = $1', [id]);
    const kinds = { deposits: paid.rows, bets: placed.rows } as const;
    for (const kind of ['deposits', 'bets'] as const) {
      const there = kinds[kind].map(({ name }) => String(name)).sort();
      const told = [...(traffic.told[kind].get(id) ?? [])].sort();
      if (there.join() === told.join() && told.length > 0) continue;
      wrong.push(`client ${id} was told of ${told.length} ${kind}, and has ${there.length}`);
    }
  }
  return wrong;
}
