import { randomUUID } from 'node:crypto';
import { hashToken } from '@pitboss/server/auth/sessions';
import { auditBooks } from '@pitboss/server/ledger/audit-books';
import { auditRollups } from '@pitboss/server/reports/audit-rollups';
import { benchStage, type Stage } from './bench-stage.ts';
import { type Figure, ratioFigure } from './figure.ts';
import { httpLoad, type LoadResult } from './http-load.ts';
import { callScript, pgbench, tokensAsTable, withScript } from './pgbench.ts';

const slots = 7;
const slotSeconds = 3;
const goals = { 'deposit-http': 0.65, 'deposit-hot': 0.7 };

/**
 * Deposits over HTTP at 32 connections, with session, idempotency key and audit, against pgbench
 * doing the same work as one statement at 8 clients. The two take turns on one database.
 */
export function depositHttp(): Promise<Figure[]> {
  return deposits('deposit-http', 64, 20);
}

/** The same with one operator: its wallet stands in every transfer, and one waits for the other. */
export function depositHot(): Promise<Figure[]> {
  return deposits('deposit-hot', 1, 1_000);
}

async function deposits(
  name: keyof typeof goals,
  operators: number,
  clientsEach: number,
): Promise<Figure[]> {
  const stage = await benchStage(operators, clientsEach);
  try {
    return await withScript(await scriptOf(stage), async (scriptPath) => {
      const http: LoadResult[] = [];
      const direct: number[] = [];
      const direct8 = (seconds: number) =>
        pgbench({ url: stage.databaseUrl, scriptPath, clients: 8, seconds });
      await runHttp(stage, 2);
      await direct8(1);
      for (let slot = 0; slot < slots; slot++) {
        http.push(await runHttp(stage, slotSeconds));
        direct.push(await direct8(slotSeconds));
      }
      const faults = [...(await auditBooks(stage.db)), ...(await auditRollups(stage.db))];
      if (faults.length > 0) throw new Error(faults.join('; '));
      return [ratioFigure(name, http, direct, goals[name])];
    });
  } finally {
    await stage.close();
  }
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

/** The same people as over HTTP: a row for each operator and client, picked at random. */
async function scriptOf({ databaseUrl, operators }: Stage): Promise<string> {
  const people = operators.flatMap(({ token, clientIds }) =>
    clientIds.map((id) => ({ token: hashToken(token), id })),
  );
  await tokensAsTable(databaseUrl, people);
  return callScript(people.length, {
    roles: 'ADMIN,SUPER',
    action: 'transactions.deposit',
    message: 'Deposit successful!',
    kind: 'user',
    verb: "move_money(o.reason, o.actor, 'deposit', p.client, 125, 'bench', p.key)",
  });
}
