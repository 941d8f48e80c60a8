import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import { openDatabase } from '../db/database.ts';
import { NotNow } from '../kernel/not-now.ts';
import { keepOwnFigures } from './own-figures.ts';
import { keepPlatformFigures, type Sources } from './platform-figures.ts';

interface Options extends Omit<Sources, 'db'> {
  host: string;
  port: number;
  /** The database, which is looked at on a connection of its own: no call waits for a scrape. */
  url: string;
  version: string;
  pools: readonly string[];
}

const patience = { connectMs: 2_000, statementMs: 5_000, answerMs: 6_000 };

/** Tells the figures of this node at `/metrics`, on a port that nobody else is served on. */
export async function serveMetrics(options: Options): Promise<{ close(): Promise<void> }> {
  const { host, port, url, version, pools, ...sources } = options;
  const registry = new Registry();
  const database = openDatabase({ url, name: 'metrics', connectionsMax: 1, ...patience });
  const stopCounting = keepOwnFigures(registry, version, pools);
  const look = keepPlatformFigures(registry, { ...sources, db: database.db });
  const server = createServer((request, response) => {
    const isAsked = request.method === 'GET' && request.url?.split('?', 1)[0] === '/metrics';
    if (isAsked) answer(response, registry, look).catch(() => response.writeHead(500).end());
    else response.writeHead(404).end('Figures are at /metrics.\n');
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: Error) => {
    throw new NotNow(`METRICS_PORT ${port} on ${host} cannot be used: ${error.message}.`);
  });
  return {
    close: async () => {
      stopCounting();
      server.close();
      server.closeAllConnections();
      await database.close();
    },
  };
}

async function answer(
  response: ServerResponse,
  registry: Registry,
  look: () => Promise<void>,
): Promise<void> {
  await look();
  const text = await registry.metrics();
  response.writeHead(200, { 'content-type': registry.contentType }).end(text);
}
