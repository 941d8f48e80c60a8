import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import type { Replica } from '../db/replica.ts';
import { serverFolder } from '../kernel/checkout.ts';

interface Node {
  url: string;
  replica: Replica | undefined;
  version: string;
}

const pools = ['play', 'changes', 'looking', 'beside'];
const program = fileURLToPath(serverFolder);

/** The figures of this node for those who want them; a node that tells none loads nothing of it. */
export async function startMetrics(
  { metrics, databaseUrl, dataDir, backupArchive }: Config,
  node: Node,
): Promise<{ close(): Promise<void> } | undefined> {
  if (!metrics) return undefined;
  const { serveMetrics } = await import('./serve-metrics.ts');
  const places = {
    program,
    ...(databaseUrl ? {} : { data: dataDir }),
    ...(backupArchive ? { archive: backupArchive } : {}),
  };
  return serveMetrics({ ...metrics, ...node, pools, places });
}
