import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@pitboss/testkit/free-port';
import { isReady } from '@pitboss/testkit/http-client';
import { root } from '../../tools/processes.mjs';
import type { Server } from './database.ts';
import {
  type NodePart,
  ownedPath,
  type Part,
  type Place,
  start,
  startNodeIn,
  untilReady,
} from './place.ts';

interface Databases {
  primary: Server;
  replica: Server;
}

/** A node of the demo, with quick rounds, on the primary and its replica. */
export function startNode(
  place: Place,
  name: string,
  { primary, replica }: Databases,
  port?: number,
): Promise<NodePart> {
  const settings = {
    DATABASE_URL: primary.url,
    DATABASE_OWNER_URL: primary.ownerUrl,
    DATABASE_REPLICA_URL: replica.url,
    TRUST_PROXY: 'on',
    // Longer than the two checks that the proxy takes to notice.
    STOP_GRACE_MS: '2000',
    LOG_LEVEL: 'info',
    DEMO: 'on',
    DEMO_BETS: '3000',
    ROUND_BETTING_MS: '1500',
    ROUND_DOUBLING_MS: '1500',
    ROUND_PAUSE_MS: '500',
  };
  return startNodeIn(place, name, settings, port);
}

/** HAProxy with the configuration of deploy/cluster, in front of two nodes. */
export async function startProxy(
  place: Place,
  haproxy: string,
  nodes: NodePart[],
  wish: number | undefined,
): Promise<Part & { address: string }> {
  const port = wish ?? (await freePort());
  const source = join(root, 'deploy', 'cluster', 'haproxy.cfg');
  const file = ownedPath(place, 'haproxy.cfg', (path) => copyFileSync(source, path));
  const part = start(place, {
    name: 'proxy',
    command: haproxy,
    args: ['-db', '-f', file],
    signal: 'SIGTERM',
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
