import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, ownedPath, start, untilReady } from './cluster-place.mjs';
import { node26 } from './install.mjs';
import { root } from './processes.mjs';
import { serverFlags } from './server-flags.mjs';

/** A node of the demo, with quick rounds, on the primary and its replica. */
export async function startNode(place, name, { primary, replica, port }) {
  const own = port ?? (await freePort());
  const part = start(place, {
    name,
    command: node26(),
    args: [...serverFlags, join(root, 'server', 'src', 'main.ts')],
    user: {},
    signal: 'SIGTERM',
    env: {
      DATABASE_URL: primary.url,
      DATABASE_OWNER_URL: primary.ownerUrl,
      DATABASE_REPLICA_URL: replica.url,
      HOST: '127.0.0.1',
      PORT: String(own),
      TRUST_PROXY: 'on',
      // Longer than the two checks that the proxy takes to notice.
      STOP_GRACE_MS: '2000',
      DEMO: 'on',
      DEMO_BETS: '3000',
      ROUND_BETTING_MS: '1500',
      ROUND_DOUBLING_MS: '1500',
      ROUND_PAUSE_MS: '500',
    },
  });
  const address = `http://127.0.0.1:${own}`;
  await untilReady(place, part, () => isReady(address));
  return { ...part, port: own, address };
}

/** HAProxy with the configuration of deploy/cluster, in front of two nodes. */
export async function startProxy(place, haproxy, nodes, wish) {
  const port = wish ?? (await freePort());
  const source = join(root, 'deploy', 'cluster', 'haproxy.cfg');
  const file = ownedPath(place, 'haproxy.cfg', (path) => copyFileSync(source, path));
  const part = start(place, {
    ...{ name: 'proxy', command: haproxy, args: ['-db', '-f', file], signal: 'SIGTERM' },
    env: {
      PROXY_BIND: `127.0.0.1:${port}`,
      NODE_1: `127.0.0.1:${nodes[0].port}`,
      NODE_2: `127.0.0.1:${nodes[1].port}`,
    },
  });
  const address = `http://127.0.0.1:${port}`;
  await untilReady(place, part, () => isReady(address), 15_000);
  return { ...part, address };
}

async function isReady(address) {
  return (await fetch(`${address}/api/ready`)).ok;
}
