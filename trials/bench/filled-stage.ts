import { readFile } from 'node:fs/promises';
import type { Db } from '@pitboss/server/db/database';
import { letIn } from '@pitboss/testkit/crowd';
import { askDatabase, databaseAt } from '@pitboss/testkit/database-stage';
import { type NodeProcess, startNode } from '@pitboss/testkit/node-process';
import { superSignIn } from '@pitboss/testkit/super-sign-in';
import pg from 'pg';

import type { DatabaseServer } from './database-server.ts';
import type { Release } from './release.ts';

/** A database with this many bets and a node on it. */
export interface Side {
  release: Release;
  bets: number;
  node: NodeProcess;
  direct: pg.Client;
  db: Db;
  /** SUPER, and an ADMIN with a thousand clients, signed in. */
  tokens: { SUPER: string; ADMIN: string };
  adminId: string;
  clientId: string;
  close(): Promise<void>;
}

export interface FilledStage {
  release: Release;
  small: Side;
  large: Side;
  /** A side on the small one's copy, for whoever writes. */
  openCopy(): Promise<Side>;
  close(): Promise<void>;
}

export const smallCount = 100_000;
export const largeCount = 10_000_000;
/** Where a filled database is kept for the next run. */
export const keptFolder = process.env.BENCH_DATA;

/**
 * Two databases with the same people, one with a hundred thousand bets and one with ten million.
 * Filling takes minutes: where BENCH_DATA names a folder they are kept there for the next run; on
 * a PostgreSQL that is given they stay in it then.
 */
export async function filledStage(
  server: DatabaseServer,
  release: Release,
  say: (line: string) => void,
): Promise<FilledStage> {
  const { url } = server;
  const names = {
    people: nameOf(release, 'people'),
    small: nameOf(release, String(smallCount)),
    large: nameOf(release, String(largeCount)),
    copy: nameOf(release, 'copy'),
  };
  await fill(url, release, names, say);
  await bringUp(databaseAt(url, names.small), release);
  await askDatabase(url, `drop database if exists ${names.copy}`);
  await askDatabase(url, `create database ${names.copy} template ${names.small}`);
  await bringUp(databaseAt(url, names.large), release);
  const small = await openSide(server, release, names.small, smallCount);
  const large = await openSide(server, release, names.large, largeCount);
  return {
    release,
    small,
    large,
    openCopy: () => openSide(server, release, names.copy, smallCount),
    close: async () => {
      for (const side of [small, large]) await side.close();
      const left = keptFolder ? [names.copy] : Object.values(names);
      for (const name of left) await askDatabase(url, `drop database if exists ${name}`);
    },
  };
}

async function openSide(
  server: DatabaseServer,
  release: Release,
  name: string,
  bets: number,
): Promise<Side> {
  const own = databaseAt(server.url, name);
  const node = await startNode(own, server.nodeSettings(own), {
    main: release.main,
  });
  const direct = new pg.Client({ connectionString: own });
  await direct.connect();
  const { rows } = await direct.query(`select
    (select id from users where username = 'measured0') as "adminId",
    (select id from users where username = 'measured0-7') as "clientId"`);
  const { actAs, inTransaction } = release;
  const { db, close } = release.openDatabase({ url: own, connectionsMax: 1, statementMs: 0 });
  const signIn = async (username: string) => {
    const { id } = await actAs(db, username);
    return (await inTransaction(db, (tx) => letIn(tx, id, release))).token;
  };
  const tokens = { SUPER: await signIn(superSignIn.username), ADMIN: await signIn('measured0') };
  return {
    release,
    bets,
    node,
    direct,
    db,
    tokens,
    ...rows[0],
    close: async () => {
      await direct.end();
      await close();
      await node.end();
    },
  };
}

/**
 * Brings a database to the release. What the filling wrote is nobody's record: sealing it would
 * take the cores that are measured.
 */
async function bringUp(url: string, release: Release): Promise<void> {
  const { db, close } = release.openDatabase({ url, connectionsMax: 1, statementMs: 0 });
  await release.migrate(db);
  await close();
  await askDatabase(
    url,
    `update sealing set last_id = coalesce(case record
      when 'rounds' then (select max(id) from rounds) else (select max(id) from transfers) end, 0)
    where record in ('transfers', 'rounds') and last_id = 0`,
  );
}

/** People are made once, by the platform's own verb, and copied into both databases. */
async function fill(
  url: string,
  release: Release,
  names: Record<'people' | 'small' | 'large', string>,
  say: (line: string) => void,
): Promise<void> {
  if (await isMissing(url, names.people)) {
    say(`Filling${release.suffix}: 5,000 clients.`);
    const unfinished = `${names.people}_unfinished`;
    await askDatabase(url, `drop database if exists ${unfinished}`);
    await askDatabase(url, `create database ${unfinished}`);
    await addPeople(databaseAt(url, unfinished), release);
    await askDatabase(url, `alter database ${unfinished} rename to ${names.people}`);
  }
  for (const [name, count] of [
    [names.small, smallCount],
    [names.large, largeCount],
  ] as const) {
    if (!(await isMissing(url, name))) continue;
    say(`Filling${release.suffix}: ${count.toLocaleString('en-US')} bets.`);
    const unfinished = `${name}_unfinished`;
    await askDatabase(url, `drop database if exists ${unfinished}`);
    await askDatabase(url, `create database ${unfinished} template ${names.people}`);
    const own = databaseAt(url, unfinished);
    // People that an earlier release made and were kept.
    await bringUp(own, release);
    const script = await readFile(new URL('fill/fill-bets.sql', import.meta.url), 'utf8');
    await askDatabase(own, `set bench.bets = '${count}'; ${script}`);
    await askDatabase(own, 'vacuum analyze');
    await askDatabase(url, `alter database ${unfinished} rename to ${name}`);
  }
}

async function addPeople(url: string, release: Release): Promise<void> {
  const { db, close } = release.openDatabase({ url, connectionsMax: 1 });
  await release.migrate(db);
  await release.addFirstSuper(db, { ...superSignIn, name: 'Root' });
  await release.addMeasuredPeople(db, superSignIn.username);
  await close();
}

/** Two releases have two layouts. */
function nameOf({ isOurs }: Release, what: string): string {
  return `${isOurs ? 'bench' : 'other'}_${what}`;
}

async function isMissing(url: string, database: string): Promise<boolean> {
  const text = 'select from pg_database where datname = $1';
  return (await askDatabase(url, text, [database])).rowCount === 0;
}
