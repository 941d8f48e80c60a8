import { connect } from 'node:net';
import { promisify } from 'node:util';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { game } from '@pitboss/contract/game';
import { support } from '@pitboss/contract/support';
import { makeAdmin, makeSuper, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGame, type TestGame } from '../test/game.ts';
import { openTransaction } from '../test/open-transaction.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let admin: TestPerson;
let server: TestGame;

beforeAll(async () => {
  app = await testApp();
  const root = await makeSuper(app);
  admin = await makeAdmin(app, root);
  server = await makeGame(app, root);
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(() => app.close());

interface Sent {
  endpoint: Endpoint;
  headers: Record<string, string>;
  body: object;
  /** By which its caller is known. */
  table: 'sessions' | 'service_keys';
}

/** Sends a call, and hangs up while the platform is about to find out whose it is. */
async function hangUp({ endpoint, headers, body, table }: Sent): Promise<void> {
  const tx = await openTransaction(app.db);
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
  const socket = connect(Number(new URL(app.http.listeningOrigin).port), '127.0.0.1');
  const payload = JSON.stringify(body);
  const lines = Object.entries({
    host: 'x',
    'content-type': 'application/json',
    'content-length': payload.length,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  socket.write([`POST /api${endpoint.path} HTTP/1.1`, ...lines, '', payload].join('\r\n'));
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(app.db)).rows.length).toBe(1);
  socket.destroy();
  const connections = promisify(app.http.server.getConnections.bind(app.http.server));
  await expect.poll(() => connections()).toBe(0);
  await tx.commit().execute();
}

/** Where the call came from, as it stands on record. */
async function addressOf(action: string): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    select address from audit_events where action = ${action} and outcome = 'done'`.execute(app.db);
  return rows[0]?.address;
}

test('what a person asked for before hanging up is done, and put on record', async () => {
  const body = { type: 'telegram', link: 'https://t.me/desk' };
  const headers = { authorization: `Bearer ${admin.token}` };
  await hangUp({ endpoint: support.add, headers, body, table: 'sessions' });
  await expect.poll(() => addressOf(support.add.name)).toBe('127.0.0.1');
});

test('what a game server asked for too', async () => {
  const headers = { 'x-service-key': server.key };
  await hangUp({ endpoint: game.openRound, headers, body: { ref: 'left' }, table: 'service_keys' });
  await expect.poll(() => addressOf(game.openRound.name)).toBe('127.0.0.1');
});
