import { randomBytes, randomInt } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { start, untilReady } from './cluster-place.mjs';
import { inside, isInside, must } from './ha-debian.mjs';
import { ask, untilLed, untilWhole } from './ha-patroni.mjs';
import { root } from './processes.mjs';

const configuration = join(root, 'deploy', 'ha');
const home = '/srv/ha';
/** The owner of the tables, which migrates, and the one that the nodes run as. */
const name = 'pitboss';
const nodeRole = 'pitboss_node';
const numbers = [1, 2, 3];

/** Three etcd, three PostgreSQL kept by Patroni, and HAProxy in front of whoever leads. */
export async function startDatabase(place) {
  rmSync(join(place.debian, home), { recursive: true, force: true });
  const owner = ['-o', 'postgres', '-g', 'postgres', '-m', '700'];
  await must('chroot', [place.debian, '/usr/bin/install', '-d', ...owner, home]);
  for (const file of ['patroni.yml', 'haproxy.cfg']) {
    copyFileSync(join(configuration, file), join(place.debian, home, file));
  }
  const cluster = await plan();
  for (const number of numbers) cluster.etcd[number - 1] = startEtcd(place, cluster, number);
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
  cluster.proxy = startProxy(place, cluster);
  await untilReady(place, cluster.proxy, () =>
    query(cluster.adminUrl, 'select 1').then(() => true),
  );
  return cluster;
}

async function plan() {
  const secret = randomBytes(16).toString('hex');
  const members = [];
  const etcd = [];
  for (const number of numbers) {
    const ports = { postgres: await quietPort(), rest: await quietPort() };
    members.push({ name: `n${number}`, number, ports });
    etcd.push({ client: await quietPort(), peer: await quietPort() });
  }
  const port = await quietPort();
  const urlOf = (user, to, database) => `postgres://${user}:${secret}@127.0.0.1:${to}/${database}`;
  return {
    ...{ secret, members, port, etcdPorts: etcd, etcd: [] },
    rest: { user: name, password: secret },
    settings: {
      DATABASE_URL: urlOf(nodeRole, port, name),
      DATABASE_OWNER_URL: urlOf(name, port, name),
    },
    adminUrl: urlOf('postgres', port, 'postgres'),
    directUrl: ({ ports }) => urlOf('postgres', ports.postgres, 'postgres'),
  };
}

/** Below those that outgoing connections take: a member that is down must find its own again. */
export async function quietPort() {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = await new Promise((done) => {
      server.once('error', () => done(false));
      server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
    });
    if (isFree) return port;
  }
}

export function startEtcd(place, { etcdPorts }, number) {
  const lines = readFileSync(join(configuration, 'etcd.env'), 'utf8').split('\n');
  const shared = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split('='));
  const { client, peer } = etcdPorts[number - 1];
  const urlOf = (port) => `http://127.0.0.1:${port}`;
  const all = etcdPorts.map((ports, index) => `e${index + 1}=${urlOf(ports.peer)}`);
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

export function startPatroni(place, { etcdPorts, rest, secret }, { name, number, ports }) {
  const accounts = { SUPERUSER: 'postgres', REPLICATION: 'replicator', REWIND: 'rewinder' };
  const signIns = Object.entries(accounts).flatMap(([role, account]) => [
    [`PATRONI_${role}_USERNAME`, account],
    [`PATRONI_${role}_PASSWORD`, secret],
  ]);
  const address = (port) => `127.0.0.1:${port}`;
  return start(place, {
    name: `patroni-${number}`,
    ...inside(place, '/usr/bin/patroni', [`${home}/patroni.yml`]),
    signal: 'SIGTERM',
    env: {
      ...Object.fromEntries(signIns),
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: etcdPorts.map(({ client }) => `'${address(client)}'`).join(','),
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

function dataOf(number) {
  return `${home}/postgres-${number}`;
}

/** PostgreSQL's main process of a member, which is no child of its Patroni; 0 when it is down. */
export function postmasterOf(place, { number }) {
  try {
    const file = join(place.debian, dataOf(number), 'postmaster.pid');
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    // The file outlives a process that was killed, whose number may be another's by now.
    return isInside(place, pid) ? pid : 0;
  } catch {
    return 0;
  }
}

function startProxy(place, { members, port }) {
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

/** The server's own driver, once its packages are installed: the tools have none. */
export function newClient(url) {
  const { Client } = createRequire(join(root, 'server', 'package.json'))('pg');
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  return client;
}

export async function query(url, text, values) {
  const client = newClient(url);
  try {
    await client.connect();
    return (await client.query(text, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
