import { startEmbedded } from './embedded.ts';
import { runningEmbedded } from './running.ts';

/** Where a node's database is, by its settings. */
export interface Place {
  databaseUrl: string | undefined;
  databaseOwnerUrl?: string | undefined;
  dataDir: string;
  backupArchive?: string | undefined;
}

/**
 * For a command beside the node, as the owner of the tables: the database given, the embedded one
 * that a node runs, or the embedded one started for this.
 */
export async function reachDatabase(place: Place) {
  const { databaseUrl, databaseOwnerUrl, dataDir, backupArchive: archive } = place;
  const running = databaseOwnerUrl ?? databaseUrl ?? (await runningEmbedded(dataDir));
  if (running) return { url: running, stop: async () => {} };
  return startEmbedded({ dataDir, archive });
}
