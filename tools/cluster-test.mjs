import { setTimeout as sleep } from 'node:timers/promises';
import { ensureChromium } from './chromium.mjs';
import { startNode } from './cluster-nodes.mjs';
import { node26 } from './install.mjs';
import { root, run } from './processes.mjs';
import { runSuite, suites } from './suites.mjs';

/** What an operator does all day, and nothing that would get in the way of the demo's rounds. */
const screens = [
  'auth',
  'users.spec',
  'users-dialogs',
  'transactions',
  'cash-requests.spec',
  'banks',
];
const superPassword = 'Super@12345';

/** Runs the browser's core, the checks of two nodes and a rolling restart through the proxy. */
export async function testCluster(place, cluster) {
  const { primary, replica, proxy } = cluster;
  await issueMoney(primary);
  const env = { PITBOSS_ADDRESS: proxy.address, CHROMIUM_PATH: await ensureChromium() };
  const before = await countReads(replica);
  const browser = await runSuite(suiteOf('e2e'), screens, env);
  const nodes = await runSuite(suiteOf('server'), ['two-nodes'], {
    PITBOSS_NODES: `${proxy.address} ${proxy.address}`,
    PITBOSS_SUPER_PASSWORD: superPassword,
    DATABASE_URL: primary.ownerUrl,
  });
  console.log(`The replica was asked for ${(await countReads(replica)) - before} reads.`);
  const restart = await restartUnderLoad(place, cluster);
  const counts = [browser, nodes, restart];
  const sum = (what) => counts.reduce((total, count) => total + count[what], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
}

function suiteOf(wanted) {
  return suites.find(({ name }) => name === wanted);
}

/** Each browser test has an ADMIN with 10,000 of its own, more than the demo's SUPER has. */
async function issueMoney(primary) {
  const args = ['server/src/treasury.ts', 'issue', 'USD', '100000000'];
  const { code, output } = await run(node26(), args, {
    env: { DATABASE_URL: primary.ownerUrl },
    cwd: root,
  });
  if (code !== 0) throw new Error(output);
}

/** Before each read a node looks into the record of changes; nothing else does on a replica. */
async function countReads(replica) {
  const table = "pg_stat_user_tables where relname = 'audit_events'";
  return Number(await replica.ask(`select seq_scan + idx_scan from ${table}`));
}

/** Restarts one node after the other while lists are read and money is moved. */
async function restartUnderLoad(place, { primary, replica, proxy, nodes }) {
  const session = await signIn(proxy.address);
  const client = await call(proxy.address, '/users/create', session, {
    ...{ username: `roll-${Date.now()}`, password: superPassword, name: 'Rolling restart' },
    ...{ role: 'USER', currency: 'USD' },
  });
  const made = { reads: 0, deposits: 0, failed: [] };
  let isOver = false;
  const repeat = async (what, path, body) => {
    for (; !isOver; await sleep(10)) {
      const answer = await call(proxy.address, path, session, body);
      if (answer.status === 'success') made[what] += 1;
      else made.failed.push(answer.message);
    }
  };
  const load = [
    ...[1, 2].map(() => repeat('reads', '/users/get', {})),
    ...[1, 2].map(() =>
      repeat('deposits', `/transactions/deposit/${client.data._id}`, { amount: 1 }),
    ),
  ];
  for (const node of nodes) {
    await node.stop();
    await startNode(place, node.name, { primary, replica, port: node.port });
    // The proxy gives it work again after two good checks.
    await sleep(1_500);
  }
  isOver = true;
  await Promise.all(load);
  const { data } = await call(proxy.address, '/users/userprofile', session, {
    userId: client.data._id,
  });
  console.log(
    `Rolling restart: ${made.reads} reads and ${made.deposits} deposits, ` +
      `${made.failed.length} failed${made.failed[0] ? ` (${made.failed[0]})` : ''}; ` +
      `the client has ${data.balance}.`,
  );
  const isRight = made.failed.length === 0 && data.balance === made.deposits;
  return isRight ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function signIn(address) {
  const body = { username: 'super', password: superPassword };
  return (await call(address, '/auth/login', undefined, body)).data.token;
}

async function call(address, path, token, body) {
  try {
    const response = await fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    return await response.json();
  } catch (error) {
    return { status: 'error', message: error.cause?.message ?? error.message };
  }
}
