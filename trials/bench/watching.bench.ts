import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@pitboss/testkit/free-port';
import { ask } from '@pitboss/testkit/http-client';
import { type NodeProcess, startNode } from '@pitboss/testkit/node-process';
import { benchStage, type Operator, type Stage } from './bench-stage.ts';
import { withServer } from './database-server.ts';
import { type Figure, inTurn, judged, median } from './figure.ts';
import { httpLoad } from './http-load.ts';
import type { Release } from './release.ts';

const crowd = { operators: 64, clientsEach: 200 };
const goals = { scrapeMs: 50, metricsShare: 0.95, tracesShare: 0.7 };
const slots = 6;
const slotSeconds = 5;
/** A look at the database is due again after five seconds. */
const dueMs = 5_100;
const dueScrapes = 5;

/**
 * What it costs to be watched: a scrape, deposits at 32 connections of a node that is scraped every
 * second, and of one that traces every call, against one that does neither, in turns.
 */
export function watching(release: Release): Promise<Figure[]> {
  return withServer(async (server) => {
    const stage = await benchStage(server, release, crowd);
    const metricsPort = await freePort();
    const collector = await openCollector();
    const settings = server.nodeSettings(stage.databaseUrl);
    const open = (more: Record<string, string>) =>
      startNode(stage.databaseUrl, { ...settings, ...more });
    const nodes = {
      plain: stage.node,
      scraped: await open({ METRICS_PORT: String(metricsPort) }),
      traced: await open({ TRACES_URL: collector.url }),
    };
    try {
      const times = await timeScrapes(metricsPort);
      const taken = await compare(stage, nodes, metricsPort);
      const share = (side: keyof typeof nodes) =>
        median(taken[side].map((one, slot) => one / (taken.plain[slot] ?? Number.NaN)));
      const against = (side: keyof typeof nodes) =>
        `${Math.round(median(taken[side]))}/s against ${Math.round(median(taken.plain))}/s`;
      const { scrapeMs, metricsShare, tracesShare } = goals;
      return [
        judged(
          'metrics-scrape',
          times.due,
          'ms',
          { atMost: scrapeMs },
          `with a look at the database; ${Math.round(times.kept)} ms within its five seconds`,
        ),
        judged(
          'metrics-deposits',
          share('scraped'),
          'of those without',
          { atLeast: metricsShare },
          `${against('scraped')}, scraped every second`,
        ),
        judged(
          'traces-deposits',
          share('traced'),
          'of those without',
          { atLeast: tracesShare },
          `${against('traced')}, every call traced`,
        ),
      ];
    } finally {
      await nodes.scraped.end();
      await nodes.traced.end();
      await stage.close();
      collector.close();
    }
  });
}

/** Takes what comes and keeps nothing. */
async function openCollector(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end('{}'));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${port}/v1/traces`, close: () => server.close() };
}

async function timeScrapes(port: number): Promise<{ due: number; kept: number }> {
  const scrape = async () => (await ask(port, { path: '/metrics' })).ms;
  const [due, kept]: [number[], number[]] = [[], []];
  for (let n = 0; n < dueScrapes; n++) {
    await sleep(dueMs);
    due.push(await scrape());
    kept.push(await scrape());
  }
  return { due: median(due), kept: median(kept) };
}

async function compare<N extends string>(
  stage: Stage,
  nodes: Record<N, NodeProcess>,
  metricsPort: number,
): Promise<Record<N, number[]>> {
  const names = Object.keys(nodes) as N[];
  const taken = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    N,
    number[]
  >;
  for (let slot = 0; slot < slots; slot++) {
    for (const name of inTurn(names, slot)) {
      const scraping = setInterval(() => void ask(metricsPort, { path: '/metrics' }), 1_000);
      taken[name].push(await load(nodes[name], stage.operators));
      clearInterval(scraping);
      await stage.rest();
    }
  }
  return taken;
}

async function load({ port }: NodeProcess, operators: Operator[]): Promise<number> {
  let turn = 0;
  const { perSecond } = await httpLoad({
    port,
    connections: 32,
    durationMs: slotSeconds * 1000,
    next: () => {
      const { token, clientIds } = operators[turn++ % operators.length] as Operator;
      const clientId = clientIds[Math.floor(Math.random() * clientIds.length)];
      return {
        path: `/api/transactions/deposit/${clientId}`,
        headers: `authorization: Bearer ${token}\r\nidempotency-key: ${randomUUID()}`,
        body: '{"amount":1.25,"remarks":"bench"}',
      };
    },
  });
  return perSecond;
}
