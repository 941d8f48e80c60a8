import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { node26 } from '../../tools/install.mjs';
import { root } from '../../tools/processes.mjs';
import { serverFlags } from '../../tools/server-flags.mjs';
import type { Server } from './database.ts';
import { freePort, ownedPath, type Part, type Place, start, untilReady } from './place.ts';

export interface ClusterNode extends Part {
  port: number;
  address: string;
}

interface Databases {
  primary: Server;
  replica: Server;
}

/** A node of the demo, with quick rounds, on the primary and its replica. */
export async function startNode(
  place: Place,
  name: string,
  { primary, replica }: Databases,
  port?: number,
): Promise<ClusterNode> {
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
export async function startProxy(
  place: Place,
  haproxy: string,
  nodes: ClusterNode[],
  wish: number | undefined,
): Promise<Part & { address: string }> {
  const port = wish ?? (await freePort());
  const source = join(root, 'deploy', 'cluster', 'haproxy.cfg');
  const file = ownedPath(place, 'haproxy.cfg', (path) => copyFileSync(source, path));
  const part = start(place, {
    ...{ name: 'proxy', command: haproxy, args: ['-db', '-f', file], signal: 'SIGTERM' },
    env: {
      PROXY_BIND: `127.0.0.1:${port}`,
      ...Object.fromEntries(
        nodes.map(({ port }, index) => [`NODE_${index + 1}`, `127.0.0.1:${port}`]),
      ),
    },
  });
  const address = `http://127.0.0.1:${port}`;
  await untilReady(place, part, () => isReady(address), 15_000);
  return { ...part, address };
}

async function isReady(address: string): Promise<boolean> {
  return (await fetch(`${address}/api/ready`)).ok;
}
