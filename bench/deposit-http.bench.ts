import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashToken } from '@pitboss/server/auth/sessions';
import { auditBooks } from '@pitboss/server/ledger/audit-books';
import pg from 'pg';
import { benchStage, type Stage } from './bench-stage.ts';
import { type Figure, median } from './figure.ts';
import { httpLoad, type LoadResult } from './http-load.ts';
import { pgbench } from './pgbench.ts';

const slots = 7;
const slotSeconds = 3;
const goal = 0.5;

/**
 * Deposits over HTTP at 32 connections, with session, idempotency key and audit, against pgbench
 * doing the same work as one function at 8 clients. The two take turns on one database.
 */
export async function depositHttp(): Promise<Figure[]> {
  const stage = await benchStage(64, 20);
  const scriptPath = join(tmpdir(), `pitboss-deposit-${process.pid}.sql`);
  try {
    await installFunction(stage);
    await writeFile(scriptPath, await scriptOf(stage));
    const http: LoadResult[] = [];
    const direct: number[] = [];
    await runHttp(stage, 2);
    await runPgbench(stage, scriptPath, 1);
    for (let slot = 0; slot < slots; slot++) {
      http.push(await runHttp(stage, slotSeconds));
      direct.push(await runPgbench(stage, scriptPath, slotSeconds));
    }
    const refused = http.reduce((sum, one) => sum + one.refused, 0);
    if (refused > 0) throw new Error(`${refused} deposits were refused.`);
    const faults = await auditBooks(stage.db);
    if (faults.length > 0) throw new Error(faults.join('; '));
    return [figureOf(http, direct)];
  } finally {
    await stage.close();
  }
}

function figureOf(http: LoadResult[], direct: number[]): Figure {
  const value = median(http.map((one, slot) => one.perSecond / (direct[slot] ?? Number.NaN)));
  const perSecond = Math.round(median(http.map((one) => one.perSecond)));
  const limit = Math.round(median(direct));
  const p50 = median(http.map((one) => one.p50Ms)).toFixed(1);
  const p99 = median(http.map((one) => one.p99Ms)).toFixed(1);
  return {
    name: 'deposit-http',
    value: Math.round(value * 100) / 100,
    unit: 'of pgbench',
    goal,
    holds: value >= goal,
    detail: `${perSecond}/s (p50 ${p50} ms, p99 ${p99} ms) against ${limit}/s`,
  };
}

function runHttp({ port, operators }: Stage, seconds: number): Promise<LoadResult> {
  let turn = 0;
  return httpLoad({
    port,
    connections: 32,
    durationMs: seconds * 1000,
    next: () => {
      const operator = operators[turn++ % operators.length];
      const clients = operator?.clientIds ?? [];
      const clientId = clients[Math.floor(Math.random() * clients.length)];
      return {
        path: `/api/transactions/deposit/${clientId}`,
        headers: `authorization: Bearer ${operator?.token}\r\nidempotency-key: ${randomUUID()}`,
        body: '{"amount":1.25,"remarks":"bench"}',
      };
    },
  });
}

function runPgbench(stage: Stage, scriptPath: string, seconds: number): Promise<number> {
  return pgbench({ url: stage.databaseUrl, scriptPath, clients: 8, seconds });
}

async function installFunction({ databaseUrl }: Stage): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(await readFile(new URL('deposit-function.sql', import.meta.url), 'utf8'));
  await client.query('create table bench_people (n int primary key, token bytea, client bigint)');
  await client.end();
}

/** The same people as over HTTP: a row for each operator and client, picked at random. */
async function scriptOf(stage: Stage): Promise<string> {
  const client = new pg.Client({ connectionString: stage.databaseUrl });
  await client.connect();
  let count = 0;
  for (const { token, clientIds } of stage.operators) {
    for (const id of clientIds) {
      await client.query('insert into bench_people values ($1, $2, $3)', [
        count++,
        hashToken(token),
        String(id),
      ]);
    }
  }
  await client.end();
  return `\\set n random(0, ${count - 1})
select bench_deposit(p.token, p.client, 125, gen_random_uuid()::text)
from bench_people p where p.n = :n;
`;
}
