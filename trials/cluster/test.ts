import { setTimeout as sleep } from 'node:timers/promises';
import { tryAsk } from '@pitboss/testkit/http-client';
import { addPerson, signIn } from '@pitboss/testkit/people-by-call';
import { mustRun } from '@pitboss/testkit/run-command';
import { ensureChromium } from '../../tools/chromium.mjs';
import { runSuites, runs } from '../../tools/suites.mjs';
import type { Server } from './database.ts';
import { startNode } from './nodes.ts';
import type { NodePart, Place } from './place.ts';

export interface Cluster {
  primary: Server;
  replica: Server;
  nodes: NodePart[];
  proxy: { address: string };
}

interface Count {
  passed: number;
  failed: number;
}

/** What an operator does all day, and nothing that would get in the way of the demo's rounds. */
const screens = [
  'auth',
  'users.spec',
  'users-dialogs',
  'transactions',
  'cash-requests.spec',
  'banks',
  'live.spec',
];
const superPassword = 'Super@12345';

/** Runs the browser's core, the checks of two nodes and a rolling restart through the proxy. */
export async function testCluster(place: Place, cluster: Cluster): Promise<number> {
  const { primary, replica, proxy } = cluster;
  await issueMoney(primary);
  const env = { PITBOSS_ADDRESS: proxy.address, CHROMIUM_PATH: await ensureChromium() };
  const before = await countReads(replica);
  const browser = await runSuites(runOf('e2e'), screens, env);
  const nodes = await runSuites(runOf('server'), ['two-nodes'], {
    PITBOSS_NODES: `${proxy.address} ${proxy.address}`,
    PITBOSS_SUPER_PASSWORD: superPassword,
    DATABASE_URL: primary.ownerUrl,
  });
  console.log(`The replica was asked for ${(await countReads(replica)) - before} reads.`);
  const restart = await restartUnderLoad(place, cluster);
  const counts = [browser, nodes, restart];
  const sum = (what: keyof Count) => counts.reduce((total, count) => total + count[what], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
}

function runOf(wanted: string) {
  const found = runs.find(({ names }) => names.includes(wanted));
  if (!found) throw new Error(`There is no suite ${wanted}.`);
  return found;
}

/** Each browser test has an ADMIN with 10,000 of its own, more than the demo's SUPER has. */
async function issueMoney(primary: Server): Promise<void> {
  const settings = { DATABASE_URL: primary.ownerUrl };
  await mustRun('treasury', ['issue', 'USD', '100000000'], settings);
}

/** Before each read a node looks into the record of changes; nothing else does on a replica. */
async function countReads(replica: Server): Promise<number> {
  const table = "pg_stat_user_tables where relname = 'audit_events'";
  return Number(await replica.ask(`select seq_scan + idx_scan from ${table}`));
}

/** Restarts one node after the other while lists are read and money is moved. */
async function restartUnderLoad(place: Place, cluster: Cluster): Promise<Count> {
  const { proxy, nodes } = cluster;
  const session = await signIn(proxy.address, { username: 'super', password: superPassword });
  const clientId = await addPerson(proxy.address, session, { username: `roll-${Date.now()}` });
  const made = { reads: 0, deposits: 0 };
  const failed: string[] = [];
  let isOver = false;
  const repeat = async (what: keyof typeof made, path: string, body: object) => {
    for (; !isOver; await sleep(10)) {
      const answer = await call(proxy.address, path, session, body);
      if (answer.status === 200) made[what] += 1;
      else failed.push(`${answer.status} ${answer.message}`);
    }
  };
  const load = [
    ...[1, 2].map(() => repeat('reads', '/users/get', {})),
    ...[1, 2].map(() => repeat('deposits', `/transactions/deposit/${clientId}`, { amount: 1 })),
  ];
  for (const node of nodes) {
    await node.stop();
    await startNode(place, node.name, cluster, node.port);
    // The proxy gives it work again after two good checks.
    await sleep(1_500);
  }
  isOver = true;
  await Promise.all(load);
  const { data } = await call(proxy.address, '/users/userprofile', session, {
    userId: clientId,
  });
  console.log(
    `Rolling restart: ${made.reads} reads and ${made.deposits} deposits, ` +
      `${failed.length} failed${failed[0] ? ` (${failed[0]})` : ''}; ` +
      `the client has ${data.balance}.`,
  );
  const isRight = failed.length === 0 && data.balance === made.deposits;
  return isRight ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function call(address: string, path: string, token: string | undefined, body: object) {
  return tryAsk(address, { path: `/api${path}`, token, body });
}
