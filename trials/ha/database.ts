import { randomBytes } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@pitboss/testkit/free-port';
import pg from 'pg';
import { root } from '../../tools/processes.mjs';
import { type Part, start, untilReady } from '../cluster/place.ts';
import { must } from '../debian/make-debian.ts';
import { type DebianPlace, inside, isInside } from './debian.ts';
import { ask, type Cluster, type Member, untilLed, untilWhole } from './patroni.ts';

const configuration = join(root, 'deploy', 'ha');
const home = '/srv/ha';
/** The owner of the tables, which migrates, and the one that the nodes run as. */
const name = 'pitboss';
const nodeRole = 'pitboss_node';
const numbers = [1, 2, 3];

/** Three etcd, three PostgreSQL kept by Patroni, and HAProxy in front of whoever leads. */
export async function startDatabase(place: DebianPlace): Promise<Cluster> {
  rmSync(join(place.debian, home), { recursive: true, force: true });
  const owner = ['-o', 'postgres', '-g', 'postgres', '-m', '700'];
  await must('chroot', [place.debian, '/usr/bin/install', '-d', ...owner, home]);
  for (const file of ['patroni.yml', 'haproxy.cfg']) {
    copyFileSync(join(configuration, file), join(place.debian, home, file));
  }
  const cluster = await plan();
  for (const etcd of cluster.etcds) etcd.part = startEtcd(place, cluster, etcd.number);
  for (const member of cluster.members) {
    member.part = startPatroni(place, cluster, member);
    // The first makes the database and leads; the others copy it.
    const isThere = async () => (await ask(cluster, member, '/patroni'))?.status === 200;
    await untilReady(place, member.part, isThere);
    await untilLed(cluster);
  }
  await untilWhole(cluster);
  const leader = cluster.directUrl(await untilLed(cluster));
  for (const role of [name, nodeRole]) {
    await query(leader, `create role ${role} login password '${cluster.secret}'`);
  }
  await query(leader, `create database ${name} owner ${name}`);
  const proxy = startProxy(place, cluster);
  await untilReady(place, proxy, () => query(cluster.adminUrl, 'select 1').then(() => true));
  return cluster;
}

async function plan(): Promise<Cluster> {
  const secret = randomBytes(16).toString('hex');
  const members: Member[] = [];
  const etcds: Cluster['etcds'] = [];
  for (const number of numbers) {
    const ports = { postgres: await freePort(), rest: await freePort() };
    members.push({ name: `n${number}`, number, ports });
    etcds.push({ number, client: await freePort(), peer: await freePort() });
  }
  const port = await freePort();
  const urlOf = (user: string, to: number, database: string) =>
    `postgres://${user}:${secret}@127.0.0.1:${to}/${database}`;
  return {
    secret,
    members,
    port,
    etcds,
    rest: { user: name, password: secret },
    settings: {
      DATABASE_URL: urlOf(nodeRole, port, name),
      DATABASE_OWNER_URL: urlOf(name, port, name),
    },
    adminUrl: urlOf('postgres', port, 'postgres'),
    directUrl: ({ ports }) => urlOf('postgres', ports.postgres, 'postgres'),
  };
}

export function startEtcd(place: DebianPlace, { etcds }: Cluster, number: number): Part {
  const lines = readFileSync(join(configuration, 'etcd.env'), 'utf8').split('\n');
  const shared = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split('='));
  const urlOf = (port = 0) => `http://127.0.0.1:${port}`;
  const all = etcds.map((one) => `e${one.number}=${urlOf(one.peer)}`);
  const { client, peer } = etcds.find((one) => one.number === number) ?? {};
  return start(place, {
    name: `etcd-${number}`,
    ...inside(place, '/usr/bin/etcd', []),
    signal: 'SIGTERM',
    env: {
      ...Object.fromEntries(shared),
      ETCD_NAME: `e${number}`,
      ETCD_DATA_DIR: `${home}/etcd-${number}`,
      ETCD_INITIAL_CLUSTER: all.join(','),
      ETCD_LISTEN_PEER_URLS: urlOf(peer),
      ETCD_INITIAL_ADVERTISE_PEER_URLS: urlOf(peer),
      ETCD_LISTEN_CLIENT_URLS: urlOf(client),
      ETCD_ADVERTISE_CLIENT_URLS: urlOf(client),
    },
  });
}

export function startPatroni(place: DebianPlace, cluster: Cluster, member: Member): Part {
  const { etcds, rest, secret } = cluster;
  const { name, number, ports } = member;
  const accounts = { SUPERUSER: 'postgres', REPLICATION: 'replicator', REWIND: 'rewinder' };
  const signIns = Object.entries(accounts).flatMap(([role, account]) => [
    [`PATRONI_${role}_USERNAME`, account],
    [`PATRONI_${role}_PASSWORD`, secret],
  ]);
  const address = (port: number) => `127.0.0.1:${port}`;
  return start(place, {
    name: `patroni-${number}`,
    ...inside(place, '/usr/bin/patroni', [`${home}/patroni.yml`]),
    signal: 'SIGTERM',
    env: {
      ...Object.fromEntries(signIns),
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: etcds.map(({ client }) => `'${address(client)}'`).join(','),
      PATRONI_RESTAPI_LISTEN: address(ports.rest),
      PATRONI_RESTAPI_CONNECT_ADDRESS: address(ports.rest),
      PATRONI_RESTAPI_USERNAME: rest.user,
      PATRONI_RESTAPI_PASSWORD: rest.password,
      PATRONI_POSTGRESQL_LISTEN: address(ports.postgres),
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: address(ports.postgres),
      PATRONI_POSTGRESQL_DATA_DIR: dataOf(number),
      PATRONI_POSTGRESQL_BIN_DIR: '/usr/lib/postgresql/17/bin',
      PATRONI_POSTGRESQL_PGPASS: `${home}/pgpass-${number}`,
    },
  });
}

function dataOf(number: number): string {
  return `${home}/postgres-${number}`;
}

/** PostgreSQL's main process of a member, which is no child of its Patroni; 0 when it is down. */
export function postmasterOf(place: DebianPlace, { number }: Member): number {
  try {
    const file = join(place.debian, dataOf(number), 'postmaster.pid');
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    // The file outlives a process that was killed, whose number may be another's by now.
    return isInside(place, pid) ? pid : 0;
  } catch {
    return 0;
  }
}

function startProxy(place: DebianPlace, { members, port }: Cluster): Part {
  const each = members.flatMap(({ number, ports }) => [
    [`POSTGRES_${number}`, `127.0.0.1:${ports.postgres}`],
    [`PATRONI_${number}`, String(ports.rest)],
  ]);
  return start(place, {
    name: 'haproxy',
    ...inside(place, '/usr/sbin/haproxy', ['-db', '-f', `${home}/haproxy.cfg`]),
    signal: 'SIGTERM',
    env: { ...Object.fromEntries(each), DATABASE_BIND: `127.0.0.1:${port}` },
  });
}

export function newClient(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  return client;
}

export async function query<T extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = newClient(url);
  try {
    await client.connect();
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
