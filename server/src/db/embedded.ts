import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chown, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { archiveSettings, isStartedWith } from './backup-archive.ts';
import { embeddedBinaries, program } from './embedded-binaries.ts';
import { type EmbeddedHome, embeddedHome, shelter } from './embedded-home.ts';
import { embeddedLock } from './embedded-lock.ts';
import {
  cleanEnvironment,
  type EmbeddedServer,
  type Launch,
  launchServer,
  stopServer,
  survivingServer,
} from './embedded-server.ts';
import { embeddedWatch } from './embedded-watch.ts';
import { nodeRole, nodeUrl } from './node-url.ts';

export type EmbeddedOptions = {
  dataDir: string;
  port?: number;
  log?: (line: string) => void;
  /** Where the database's log is kept, file by file. */
  archive?: string | undefined;
  settings?: Record<string, string>;
};

export type Embedded = {
  /** As the owner of the tables, who migrates and restores. */
  url: string;
  /** As the node, which may not change what is on record. */
  nodeUrl: string;
  /** Whether the server was found running, left behind by a process that was killed. */
  attached: boolean;
  /** Where the database is: in the data folder, or elsewhere when root's rights demand it. */
  folder: string;
  stop(): Promise<void>;
};

const name = 'pitboss';
const superuser = 'postgres';
/** How folders begin in which a cluster is made or restored. */
export const unfinished = 'unfinished-';

/** Starts the native PostgreSQL of a data folder, made on first use, and answers when it serves. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const log = options.log ?? (() => {});
  const home = embeddedHome(options.dataDir);
  const release = await embeddedLock(home.folder);
  try {
    const bin = await embeddedBinaries(home.user, home.user ? shelter : home.folder);
    const password = await preparePassword(home);
    if (!existsSync(home.cluster)) {
      log('Making the embedded database.');
      await makeCluster(home, bin, password);
    }
    const archiving = archiveSettings(options.archive, home);
    const settings = { ...archiving, ...options.settings };
    let survivor = await survivingServer(home);
    if (survivor && !isStartedWith(home.cluster, archiving)) {
      await stopServer(home, bin, survivor.pid);
      survivor = undefined;
    }
    if (survivor) log('The embedded database still runs from before: using it.');
    const begin = async () => {
      const server = await start(home, bin, options.port, settings);
      await ensureDatabase(home, server, password).catch(async (error: unknown) => {
        await stopServer(home, bin, server.pid);
        throw error;
      });
      return server;
    };
    survivor &&= await takeOver(home, bin, survivor, password);
    const server = survivor ?? (await begin());
    const launch = { bin, port: server.port, settings };
    const endWatch = embeddedWatch(home, launch, server.pid, log);
    let stopping: Promise<void> | undefined;
    return {
      url: urlOf(name, name, password, server.port),
      nodeUrl: nodeUrl(urlOf(name, name, password, server.port)),
      attached: survivor !== undefined,
      folder: home.folder,
      stop: () => {
        stopping ??= endWatch()
          .then((pid) => stopServer(home, bin, pid))
          .finally(release);
        return stopping;
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** One that does not let us in may be dying, or be in the midst of its end: it is ended for good. */
async function takeOver(
  home: EmbeddedHome,
  bin: string,
  survivor: EmbeddedServer,
  password: string,
): Promise<EmbeddedServer | undefined> {
  try {
    await ensureDatabase(home, survivor, password);
    return survivor;
  } catch {
    await stopServer(home, bin, survivor.pid);
    return undefined;
  }
}

function urlOf(user: string, database: string, password: string, port: number): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

async function preparePassword(home: EmbeddedHome): Promise<string> {
  const path = join(home.folder, 'password');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  if (existsSync(home.cluster)) {
    throw new Error(`The password file ${path} of the database is gone: bring it back.`);
  }
  const password = randomBytes(24).toString('hex');
  writeFileSync(path, `${password}\n`, { mode: 0o600, flush: true });
  return password;
}

/**
 * All is made in a folder beside its place and renamed at the end, so a start that was killed
 * half-way leaves no cluster at all and the next one begins anew.
 */
async function makeCluster(home: EmbeddedHome, bin: string, password: string): Promise<void> {
  await removeUnfinished(home);
  const making = await mkdtemp(join(home.folder, unfinished));
  const passwordFile = join(making, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (home.user) await giveTo(making, home.user.uid, home.user.gid);
  const draft = join(making, 'cluster');
  // The built-in provider orders by code point and knows upper and lower case the same
  // everywhere; a collation of the operating system may change and break indexes.
  const args = [
    ...['-D', draft, '-U', superuser, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
    ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ...['--no-instructions'],
  ];
  try {
    const options = { ...home.user, env: cleanEnvironment(), cwd: making };
    await promisify(execFile)(join(bin, program('initdb')), args, options);
  } catch (error) {
    const said = error instanceof Error ? lastLines(error) : String(error);
    throw new Error(`The embedded database could not be made. PostgreSQL says:\n${said}`);
  }
  await rename(draft, home.cluster);
  await removeUnfinished(home);
}

/** Each attempt has its own name: the program of a killed start may still be writing its own. */
export async function removeUnfinished(home: EmbeddedHome): Promise<void> {
  for (const entry of await readdir(home.folder)) {
    if (!entry.startsWith(unfinished)) continue;
    await rm(join(home.folder, entry), { recursive: true, force: true, maxRetries: 5 });
  }
}

function lastLines(error: Error & { stderr?: string }): string {
  const text = error.stderr?.trim() || error.message;
  return text.split('\n').slice(-12).join('\n');
}

export async function giveTo(path: string, uid: number, gid: number): Promise<void> {
  await chown(path, uid, gid);
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid);
  }
}

async function start(
  home: EmbeddedHome,
  bin: string,
  wishedPort: number | undefined,
  settings: Record<string, string>,
) {
  const { user, cluster } = home;
  // A cluster that root copied here belongs to root, who may not run it.
  if (user && (await stat(cluster)).uid !== user.uid) await giveTo(cluster, user.uid, user.gid);
  const portFile = join(home.folder, 'port');
  const remembered = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0;
  const port = await freePort(wishedPort ?? remembered);
  const server = await startPatiently(home, { bin, port, settings });
  writeFileSync(portFile, `${server.port}\n`, { mode: 0o600 });
  return server;
}

/** Between the look at a port and its use another program may take it. */
async function startPatiently(home: EmbeddedHome, launch: Launch): Promise<EmbeddedServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launchServer(home, launch);
    } catch (error) {
      const said = error instanceof Error ? error.message : '';
      if (attempt < 5 && said.includes('could not bind')) {
        launch.port = await freePort(0);
      } else if (attempt < 60 && said.includes('shared memory block')) {
        // The old server was killed and its backends notice that only when their work is done.
        await sleep(500);
      } else {
        throw error;
      }
    }
  }
}

/** The wished port when it is free, else whichever the system hands out. */
export async function freePort(wish: number): Promise<number> {
  const listener = createServer();
  const isMine = await new Promise<boolean>((done) => {
    listener.once('error', () => done(false));
    listener.listen(Number.isInteger(wish) && wish < 65_536 ? wish : 0, '127.0.0.1', () =>
      done(true),
    );
  });
  if (!isMine) return freePort(0);
  const address = listener.address();
  await new Promise((done) => listener.close(done));
  return typeof address === 'object' && address ? address.port : wish;
}

/** The owner of the database may make others and is no superuser; the node's role owns nothing. */
async function ensureDatabase(home: EmbeddedHome, server: EmbeddedServer, password: string) {
  const client = new Client({
    connectionString: urlOf(superuser, 'postgres', password, server.port),
    connectionTimeoutMillis: 30_000,
  });
  try {
    await client.connect();
    const found = await client.query(
      'select exists (select from pg_roles where rolname = $1) as owner, ' +
        'exists (select from pg_roles where rolname = $2) as node, ' +
        'exists (select from pg_database where datname = $1) as database',
      [name, nodeRole],
    );
    const has: { owner: boolean; node: boolean; database: boolean } = found.rows[0];
    // The password is hexadecimal, so it needs no quoting.
    const login = `login password '${password}'`;
    if (!has.owner) await client.query(`create role ${name} createdb ${login}`);
    // The owner is one of them, to see what they do and to end it.
    if (!has.node) await client.query(`create role ${nodeRole} ${login} role ${name}`);
    if (!has.database) await client.query(`create database ${name} owner ${name}`);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`The embedded database in ${home.folder} does not let us in: ${said}.`);
  } finally {
    await client.end().catch(() => {});
  }
}
