import { randomBytes } from 'node:crypto';
import { mustRun, runCommand } from '@pitboss/testkit/run-command';
import { type NodePart, type Place, startNodeIn } from '../cluster/place.ts';
import type { Cluster } from './patroni.ts';

export interface Owner {
  username: string;
  password: string;
}

export interface Platform {
  owner: Owner;
  nodes: NodePart[];
}

/** Two nodes of the platform, without the demo, on whichever PostgreSQL leads. */
export async function startNodes(place: Place, cluster: Cluster): Promise<Platform> {
  const owner = { username: 'owner', password: randomBytes(12).toString('base64url') };
  const settings = {
    ...cluster.settings,
    SUPER_USERNAME: owner.username,
    SUPER_PASSWORD: owner.password,
    LOG_LEVEL: 'warn',
  };
  const nodes = await Promise.all(
    ['node-1', 'node-2'].map((name) => startNodeIn(place, name, settings)),
  );
  await mustRun('treasury', ['issue', 'USD', '10000000000'], cluster.settings);
  return { owner, nodes };
}

/** `npm run books`: nothing when everything adds up, otherwise what it said. */
export async function auditBooks({ settings }: Cluster): Promise<string> {
  const { code, output } = await runCommand('books', [], settings);
  const isRight = code === 0 && output.includes('The books balance.');
  return isRight ? '' : `books: ${output.trim() || code}`;
}
