import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, inject, test } from 'vitest';
import { openDatabase } from './database.ts';
import { guardedClient, roleIn } from './guarded-client.ts';

const password = 'the-secret-of-the-owner';
const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** A message of the authentication: its kind and what comes with it. */
function asking(kind: number, rest = Buffer.alloc(0)): Buffer {
  const head = Buffer.from([0x52, 0, 0, 0, 8 + rest.length, 0, 0, 0, kind]);
  return Buffer.concat([head, rest]);
}

const letIn = Buffer.concat([asking(0), Buffer.from([0x5a, 0, 0, 0, 5, 0x49])]);
const cleartext = asking(3);
const md5 = asking(5, Buffer.from('salt'));
const scram = asking(10, Buffer.from('SCRAM-SHA-256\0\0'));

interface FakeServer {
  address: string;
  /** All that it was ever sent. */
  heard(): string;
}

/** Somebody at the database's address, who has these answers to whatever comes. */
async function fakeServer(...answers: Buffer[]): Promise<FakeServer> {
  let heard = '';
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    const left = [...answers];
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      const next = left.shift();
      if (next) socket.write(next);
    });
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `postgres://pitboss:${password}@127.0.0.1:${port}/pitboss`,
    heard: () => heard,
  };
}

const strict = (address: string) => `${address}?require_auth=scram-sha-256`;

/** Why the connection failed, or what was answered to a statement with a secret in it. */
async function attempt(address: string): Promise<string> {
  const { db, close } = openDatabase({ url: address, connectionsMax: 1 });
  const said = await sql`select ${password}`.execute(db).then(
    () => 'answered',
    (error: Error) => error.message,
  );
  await close();
  return said;
}

test.each([
  ['asks for the password in the clear', [cleartext, letIn], 'instead of proving'],
  ['asks for an MD5 of the password', [md5, letIn], 'instead of proving'],
  ['asks for nothing', [letIn], 'lets everybody in'],
  ['begins SCRAM and then lets in', [scram, letIn], 'lets everybody in'],
])('whoever %s learns nothing of an address that demands SCRAM', async (_what, answers, why) => {
  const fake = await fakeServer(...answers);
  expect(await attempt(strict(fake.address))).toContain(why);
  const client = guardedClient({ connectionString: strict(fake.address) });
  client.on('error', () => {});
  await expect(client.connect()).rejects.toThrow(why);
  expect(fake.heard()).toContain('pitboss');
  expect(fake.heard()).not.toContain(password);
  expect(fake.heard()).not.toContain('md5');
});

test('without TLS nobody gets a password in the clear, whatever the address says', async () => {
  const fake = await fakeServer(cleartext, letIn);
  expect(await attempt(fake.address)).toContain('in the clear, without TLS');
  expect(fake.heard()).not.toContain(password);
});

test('the control: an address that demands nothing still hashes for whoever asks for MD5', async () => {
  const fake = await fakeServer(md5, letIn);
  const client = guardedClient({ connectionString: fake.address });
  client.on('error', () => {});
  await client.connect();
  expect(fake.heard()).toMatch(/md5[0-9a-f]{32}/);
  expect(fake.heard()).not.toContain(password);
});

test('a real server that proves itself is talked to', async () => {
  const own = new URL(inject('templateUrl'));
  own.pathname = '/postgres';
  own.search = '?require_auth=scram-sha-256';
  expect(await attempt(own.href)).toBe('answered');
});

test('a demand that we do not know is refused, not passed over', () => {
  const url = 'postgres://someone@db.example/pitboss?require_auth=md5';
  expect(() => guardedClient({ connectionString: url })).toThrow('can only be scram-sha-256');
});

test.each([
  'postgres://the%20node:pw@db.example/pitboss',
  'postgres://the%20node:pw@/pitboss?host=/run/postgresql',
  'postgres://the%20node:pw@%2Frun%2Fpostgresql:5432/pitboss',
])('the role in %s is known', (address) => {
  expect(roleIn(address)).toBe('the node');
});
