import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@pitboss/testkit/free-port';
import { ownedPath, type Place, runAs, start, untilReady } from './place.ts';

const name = 'pitboss';
const nodeRole = 'pitboss_node';
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '128MB',
  max_connections: '100',
  // A replica that was away this long behind still finds what it missed.
  wal_keep_size: '256MB',
  log_min_messages: 'log',
};

/** A PostgreSQL of the cluster; `ask` runs SQL on it as the administrator. */
export interface Server {
  port: number;
  password: string;
  /** As a node, and as the owner of the tables. */
  url: string;
  ownerUrl: string;
  ask(question: string, database?: string): Promise<string>;
  stop(): Promise<void>;
}

/** What a server is told besides, and the environment that it runs in. */
export interface Further {
  settings?: Record<string, string>;
  env?: Record<string, string>;
}

/** A primary with an empty database of ours. */
export async function startPrimary(
  place: Place,
  bin: string,
  further: Further = {},
): Promise<Server> {
  const password = randomBytes(16).toString('hex');
  const file = ownedPath(place, 'password', (path) =>
    writeFileSync(path, password, { mode: 0o600 }),
  );
  const data = ownedPath(place, 'primary', (path) => mkdirSync(path, { mode: 0o700 }));
  const auth = ['-U', 'postgres', `--pwfile=${file}`, '--auth=scram-sha-256'];
  await runAs(place, join(bin, 'initdb'), ['-D', data, ...auth, '--encoding=UTF8', '--locale=C']);
  const primary = await startServer(place, bin, { part: 'primary', data, password, ...further });
  await primary.ask(`create role ${name} login password '${password}'`, 'postgres');
  await primary.ask(
    `create role ${nodeRole} login password '${password}' role ${name}`,
    'postgres',
  );
  await primary.ask(`create database ${name} owner ${name}`, 'postgres');
  return primary;
}

/** A streaming replica, copied from the running primary as an operator would. */
export async function startReplica(
  place: Place,
  bin: string,
  primary: Server,
  further: Further = {},
): Promise<Server> {
  const data = ownedPath(place, 'replica', (path) => mkdirSync(path, { mode: 0o700 }));
  const from = `host=127.0.0.1 port=${primary.port} user=postgres password=${primary.password}`;
  const copy = ['-D', data, '-d', from, '-R', '-X', 'stream', '--checkpoint=fast'];
  await runAs(place, join(bin, 'pg_basebackup'), copy);
  const { password } = primary;
  return startServer(place, bin, { part: 'replica', data, password, ...further });
}

interface Wanted extends Further {
  part: string;
  data: string;
  password: string;
}

async function startServer(place: Place, bin: string, wanted: Wanted): Promise<Server> {
  const { part, data, password, env = {} } = wanted;
  const port = await freePort();
  const given = Object.entries({ ...settings, ...wanted.settings, port }).flatMap(
    ([key, value]) => ['-c', `${key}=${value}`],
  );
  const args = ['-D', data, ...given];
  const server = start(place, {
    name: part,
    command: join(bin, 'postgres'),
    args,
    env,
    // Fast: connections are ended, nothing is lost.
    signal: 'SIGINT',
  });
  const to = (database: string) => [
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-U',
    'postgres',
    '-d',
    database,
  ];
  const ask = (question: string, database = name) =>
    runAs(place, join(bin, 'psql'), ['-XAtq', ...to(database), '-c', question], {
      PGPASSWORD: password,
    });
  await untilReady(place, server, async () => (await ask('select 1', 'postgres')) === '1');
  const urlOf = (role: string) => `postgres://${role}:${password}@127.0.0.1:${port}/${name}`;
  const urls = { url: urlOf(nodeRole), ownerUrl: urlOf(name) };
  return { port, password, ...urls, ask, stop: server.stop };
}
