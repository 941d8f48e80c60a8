import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession } from '@pitboss/server/auth/sessions';
import { openDatabase } from '@pitboss/server/db/database';
import { migrate } from '@pitboss/server/db/migrate';
import { inTransaction } from '@pitboss/server/db/transaction';
import { addMeasuredPeople } from '@pitboss/server/demo/fill-bets';
import { startThrowAway } from '@pitboss/server/test/throw-away';
import { actAs } from '@pitboss/server/users/act-as';
import { addFirstSuper } from '@pitboss/server/users/add-super';
import pg from 'pg';
import { benchOrigin, sessionLimits } from './bench-stage.ts';
import { type BenchNode, startNode, superSignIn } from './start-node.ts';

/** A database with this many bets and a node on it. */
export interface Side {
  bets: number;
  node: BenchNode;
  direct: pg.Client;
  /** SUPER, and an ADMIN with a thousand clients, signed in. */
  tokens: { SUPER: string; ADMIN: string };
  adminId: string;
  clientId: string;
}

export interface FilledStage {
  small: Side;
  large: Side;
  close(): Promise<void>;
}

export const smallCount = 100_000;
export const largeCount = 10_000_000;

/**
 * Two databases with the same people, one with a hundred thousand bets and one with ten million.
 * Filling takes minutes: where BENCH_DATA names a folder they are kept there for the next run.
 */
export async function filledStage(say: (line: string) => void): Promise<FilledStage> {
  const kept = process.env.BENCH_DATA;
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'pitboss-filled-')));
  const embedded = await startThrowAway({ dataDir: folder, settings: { max_wal_size: '8GB' } });
  await fill(embedded.url, say);
  const small = await openSide(embedded.url, smallCount);
  const large = await openSide(embedded.url, largeCount);
  return {
    small,
    large,
    close: async () => {
      for (const { node, direct } of [small, large]) {
        await direct.end();
        await node.stop();
      }
      await embedded.stop();
      if (kept) return;
      await rm(folder, { recursive: true, force: true });
      if (!embedded.folder.startsWith(folder)) await rm(embedded.folder, { recursive: true });
    },
  };
}

async function openSide(url: string, bets: number): Promise<Side> {
  const own = urlOf(url, nameOf(bets));
  await skipSealing(own);
  const node = await startNode(own);
  const direct = new pg.Client({ connectionString: own });
  await direct.connect();
  const { rows } = await direct.query(`select
    (select id from users where username = 'measured0') as "adminId",
    (select id from users where username = 'measured0-7') as "clientId"`);
  const { db, close } = openDatabase({ url: own, connectionsMax: 1 });
  const signIn = async (username: string) => {
    const { id } = await actAs(db, username);
    return (await inTransaction(db, (tx) => openSession(tx, id, benchOrigin, sessionLimits))).token;
  };
  const tokens = { SUPER: await signIn(superSignIn.username), ADMIN: await signIn('measured0') };
  await close();
  return { bets, node, direct, tokens, ...rows[0] };
}

/** What the filling wrote is nobody's record: sealing it would take the cores that are measured. */
async function skipSealing(url: string): Promise<void> {
  const { db, close } = openDatabase({ url, connectionsMax: 1, statementMs: 0 });
  await migrate(db);
  await close();
  await run(
    url,
    `update sealing set last_id = case record when 'rounds' then (select max(id) from rounds)
      else (select max(id) from transfers) end
    where record in ('transfers', 'rounds') and last_id = 0`,
  );
}

/** People are made once, by the platform's own verb, and copied into both databases. */
async function fill(url: string, say: (line: string) => void): Promise<void> {
  const people = 'bench_people';
  if (await isMissing(url, people)) {
    say('Filling: 5,000 clients.');
    await run(url, `create database ${people}`);
    await addPeople(urlOf(url, people));
  }
  for (const count of [smallCount, largeCount]) {
    const name = nameOf(count);
    if (!(await isMissing(url, name))) continue;
    say(`Filling: ${count.toLocaleString('en-US')} bets.`);
    const unfinished = `${name}_unfinished`;
    await run(url, `drop database if exists ${unfinished}`);
    await run(url, `create database ${unfinished} template ${people}`);
    const script = await readFile(new URL('fill/fill-bets.sql', import.meta.url), 'utf8');
    await run(urlOf(url, unfinished), `set bench.bets = '${count}'; ${script}`);
    await run(urlOf(url, unfinished), 'vacuum analyze');
    await run(url, `alter database ${unfinished} rename to ${name}`);
  }
}

async function addPeople(url: string): Promise<void> {
  const { db, close } = openDatabase({ url, connectionsMax: 1 });
  await migrate(db);
  await addFirstSuper(db, { ...superSignIn, name: 'Root' });
  await addMeasuredPeople(db, superSignIn.username);
  await close();
}

function nameOf(count: number): string {
  return `bench_${count}`;
}

function urlOf(url: string, database: string): string {
  const own = new URL(url);
  own.pathname = `/${database}`;
  return own.href;
}

async function isMissing(url: string, database: string): Promise<boolean> {
  const text = 'select from pg_database where datname = $1';
  return (await ask(url, text, [database])).rowCount === 0;
}

async function run(url: string, statement: string): Promise<void> {
  await ask(url, statement);
}

async function ask(url: string, text: string, values?: string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}
