import { startEmbedded } from './embedded.ts';
import { runningEmbedded } from './embedded-running.ts';

interface Place {
  databaseUrl: string | undefined;
  dataDir: string;
}

/**
 * For a command beside the node: the database given, the embedded one that a node runs, or the
 * embedded one started for this.
 */
export async function reachDatabase({ databaseUrl, dataDir }: Place) {
  const running = databaseUrl ?? (await runningEmbedded(dataDir));
  if (running) return { url: running, stop: async () => {} };
  return startEmbedded({ dataDir });
}
