import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMbOfAll } from '@pitboss/testkit/resident-memory';
import { benchStage } from './bench-stage.ts';
import { openServer } from './database-server.ts';
import { type Figure, median } from './figure.ts';
import { httpLoad } from './http-load.ts';
import type { Release } from './release.ts';

const goalMb = 250;
const loadSeconds = 40;
/** A round takes about twenty seconds for players: so many are an hour's worth. */
const roundsInHour = 180;

/**
 * Resident memory of a node under deposits, and while its engine runs an hour's worth of rounds in
 * a minute or two; what it holds at the end against what it held a third of the way.
 */
export async function memory(release: Release): Promise<Figure[]> {
  const server = await openServer();
  const stage = await benchStage(
    server,
    release,
    { operators: 64, clientsEach: 20 },
    { ENGINE: 'on', ROUND_BETTING_MS: '150', ROUND_DOUBLING_MS: '100', ROUND_PAUSE_MS: '0' },
  );
  try {
    const samples: number[] = [];
    let isRunning = true;
    const sampling = (async () => {
      while (isRunning) {
        samples.push(residentMbOfAll(stage.node.pid()));
        await sleep(250);
      }
    })();
    await httpLoad({
      port: stage.node.port,
      connections: 32,
      durationMs: loadSeconds * 1000,
      next: () => {
        const operator = stage.operators[Math.floor(Math.random() * stage.operators.length)];
        const clientId = operator?.clientIds[Math.floor(Math.random() * 20)];
        return {
          path: `/api/transactions/deposit/${clientId}`,
          headers: `authorization: Bearer ${operator?.token}\r\nidempotency-key: ${randomUUID()}`,
          body: '{"amount":1.25,"remarks":"bench"}',
        };
      },
    });
    const underLoad = Math.max(...samples);
    while ((await countRounds()) < roundsInHour) await sleep(500);
    isRunning = false;
    await sampling;
    const rounds = await countRounds();
    const early = median(
      samples.slice(Math.floor(samples.length / 3), Math.floor(samples.length / 2)),
    );
    const late = median(samples.slice(-Math.floor(samples.length / 6)));
    const value = Math.max(...samples);
    const growth = late / early;
    return [
      {
        name: 'memory',
        value,
        unit: 'MB at most',
        goal: goalMb,
        holds: value <= goalMb,
        detail: `${underLoad} MB under deposits, ${late} MB after ${rounds} rounds`,
      },
      {
        name: 'memory-growth',
        value: Math.round(growth * 100) / 100,
        unit: 'times',
        goal: 1.1,
        holds: growth <= 1.1,
        detail: `${early} MB a third of the way, ${late} MB at the end`,
      },
    ];
  } finally {
    await stage.close();
    await server.close();
  }

  async function countRounds(): Promise<number> {
    const { count } = await stage.db
      .selectFrom('rounds')
      .select((of) => of.fn.countAll<bigint>().as('count'))
      .where('state', '=', 'crashed')
      .executeTakeFirstOrThrow();
    return Number(count);
  }
}
