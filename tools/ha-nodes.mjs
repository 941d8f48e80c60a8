import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { start, untilReady } from './cluster-place.mjs';
import { quietPort } from './ha-database.mjs';
import { must } from './ha-debian.mjs';
import { node26 } from './install.mjs';
import { root, run } from './processes.mjs';
import { serverFlags } from './server-flags.mjs';

/** Two nodes of the platform, without the demo, on whichever PostgreSQL leads. */
export async function startNodes(place, cluster) {
  const owner = { username: 'owner', password: randomBytes(12).toString('base64url') };
  const nodes = await Promise.all(
    ['node-1', 'node-2'].map((name) => startNode(place, cluster, owner, name)),
  );
  const issue = [serverFile('treasury.ts'), 'issue', 'USD', '10000000000'];
  await must(node26(), issue, cluster.settings);
  return { owner, nodes };
}

async function startNode(place, cluster, owner, name) {
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
export async function auditBooks({ settings: env }) {
  const { code, output } = await run(node26(), [serverFile('books.ts')], { env, limitMs: 300_000 });
  const isRight = code === 0 && output.includes('The books balance.');
  return isRight ? '' : `books: ${output.trim() || code}`;
}

function serverFile(name) {
  return join(root, 'server', 'src', name);
}
