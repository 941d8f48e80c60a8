import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { node26 } from '../../tools/install.mjs';
import { root, run } from '../../tools/processes.mjs';
import { serverFlags } from '../../tools/server-flags.mjs';
import { type Part, type Place, start, untilReady } from '../cluster/place.ts';
import { quietPort } from './database.ts';
import { must } from './debian.ts';
import type { Cluster } from './patroni.ts';

export interface HaNode extends Part {
  address: string;
}

export interface Owner {
  username: string;
  password: string;
}

export interface Platform {
  owner: Owner;
  nodes: HaNode[];
}

/** Two nodes of the platform, without the demo, on whichever PostgreSQL leads. */
export async function startNodes(place: Place, cluster: Cluster): Promise<Platform> {
  const owner = { username: 'owner', password: randomBytes(12).toString('base64url') };
  const nodes = await Promise.all(
    ['node-1', 'node-2'].map((name) => startNode(place, cluster, owner, name)),
  );
  const issue = [serverFile('treasury.ts'), 'issue', 'USD', '10000000000'];
  await must(node26(), issue, cluster.settings);
  return { owner, nodes };
}

async function startNode(
  place: Place,
  cluster: Cluster,
  owner: Owner,
  name: string,
): Promise<HaNode> {
  const port = await quietPort();
  const part = start(place, {
    name,
    command: node26(),
    args: [...serverFlags, serverFile('main.ts')],
    signal: 'SIGTERM',
    env: {
      ...cluster.settings,
      HOST: '127.0.0.1',
      PORT: String(port),
      DEMO: 'off',
      SUPER_USERNAME: owner.username,
      SUPER_PASSWORD: owner.password,
      LOG_LEVEL: 'warn',
    },
  });
  const address = `http://127.0.0.1:${port}`;
  await untilReady(place, part, async () => (await fetch(`${address}/api/ready`)).ok);
  return { ...part, address };
}

/** `npm run books`: nothing when everything adds up, otherwise what it said. */
export async function auditBooks({ settings: env }: Cluster): Promise<string> {
  const { code, output } = await run(node26(), [serverFile('books.ts')], { env, limitMs: 300_000 });
  const isRight = code === 0 && output.includes('The books balance.');
  return isRight ? '' : `books: ${output.trim() || code}`;
}

function serverFile(name: string): string {
  return join(root, 'server', 'src', name);
}
