import { randomUUID } from 'node:crypto';
import { againstPgbench } from './against-pgbench.ts';
import { benchStage, onStages, type Stage } from './bench-stage.ts';
import { withServer } from './database-server.ts';
import type { Figure } from './figure.ts';
import { httpLoad, type LoadResult } from './http-load.ts';
import { callScript, tokensAsTable } from './pgbench.ts';
import type { Release } from './release.ts';

const goals = { 'deposit-http': 0.65, 'deposit-hot': 0.7 };

/**
 * Deposits over HTTP at 32 connections, with session, idempotency key and audit, against pgbench
 * doing the same work as one statement at 8 clients. All take turns on one PostgreSQL.
 */
export function depositHttp(releases: Release[]): Promise<Figure[]> {
  return deposits('deposit-http', releases, 64, 20);
}

/** The same with one operator: its wallet stands in every transfer, and one waits for the other. */
export function depositHot(releases: Release[]): Promise<Figure[]> {
  return deposits('deposit-hot', releases, 1, 1_000);
}

function deposits(
  name: keyof typeof goals,
  releases: Release[],
  operators: number,
  clientsEach: number,
): Promise<Figure[]> {
  return withServer((server) =>
    onStages(
      releases,
      (release) => benchStage(server, release, { operators, clientsEach }),
      async (stages) => {
        const sides = [];
        for (const stage of stages) {
          const script = await scriptOf(stage);
          sides.push({ stage, script, load: (seconds: number) => runHttp(stage, seconds) });
        }
        return againstPgbench(name, sides, goals[name]);
      },
    ),
  );
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
async function scriptOf({ release, databaseUrl, operators }: Stage): Promise<string> {
  const people = operators.flatMap(({ token, clientIds }) =>
    clientIds.map((id) => ({ token: release.hashToken(token), id })),
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
