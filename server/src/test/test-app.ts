import assert from 'node:assert/strict';
import type { BodyOf, Endpoint, WholeResultOf } from '@pitboss/contract/endpoint';
import type { ReturnRules } from '@pitboss/engine/return-problems';
import { encodeCall } from '@pitboss/testkit/call-endpoint';
import { nodeUrl } from '@pitboss/testkit/node-url';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import * as z from 'zod/mini';
import { buildApp } from '../app.ts';
import { sealRecords } from '../audit/seal-records.ts';
import { type Db, openDatabase } from '../db/database.ts';
import type { Replica } from '../db/replica.ts';
import { auditAll } from '../reports/audit-all.ts';
import { foldAllStatements } from './fold-all.ts';
import { usualRules } from './odds.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';

export interface Reply<E extends Endpoint = Endpoint> {
  status: number;
  message: string;
  errors: Record<string, string>;
  /** Decoded by the contract; reading it of a refused call fails the test. */
  data: WholeResultOf<E>;
  /** The body as it stood on the wire. */
  body: { status: string; message: string; data?: unknown; errors?: Record<string, string> };
  headers: Record<string, string | string[] | number | undefined>;
}

export interface CallOptions<E extends Endpoint> {
  token?: string | undefined;
  params?: Record<string, bigint | string>;
  body?: BodyOf<E>;
  /**
   * Sent as it is, instead of `body`: for input that the contract would not let through. A query
   * or a form with a field twice is a list of pairs.
   */
  raw?: unknown;
  headers?: Record<string, string>;
  /** The files of a multipart call. */
  files?: Record<string, Buffer>;
}

export interface TestApp {
  db: Db;
  url: string;
  http: FastifyInstance;
  call<E extends Endpoint>(endpoint: E, options?: CallOptions<E>): Promise<Reply<E>>;
  close(): Promise<void>;
}

/** The whole platform on a database of its own. Closing it proves that its figures agree. */
export async function testApp(
  log: Logger = pino({ level: 'silent' }),
  options: Options = {},
): Promise<TestApp> {
  return appOn(await testDatabase(), log, options);
}

/** Another node on the same database, with connections of its own; to be closed first. */
export async function otherNode({ url }: TestApp, options: Options = {}): Promise<TestApp> {
  const log = options.log ?? pino({ level: 'silent' });
  return appOn({ url, ...openDatabase({ url }) }, log, options);
}

interface Options {
  replica?: Replica;
  connectionsMax?: number;
  factorKey?: Buffer;
  rtp?: ReturnRules;
  log?: Logger;
  logReads?: boolean;
  traces?: { url: string; percent: number };
}

export async function appOn(
  database: TestDatabase,
  log: Logger,
  given: Options = {},
): Promise<TestApp> {
  const { replica, connectionsMax, factorKey, rtp = usualRules, logReads = false, traces } = given;
  // The test looks and arranges as the owner; the node has only a node's rights.
  const own = openDatabase({
    url: nodeUrl(database.url),
    ...(connectionsMax === undefined ? {} : { connectionsMax }),
  });
  const http = await buildApp({
    pools: { play: own.db, changes: own.db, looking: own.db },
    replica,
    factorKey,
    log,
    logReads,
    limits: { hoursMax: 12, idleMinutesMax: 30 },
    rtp,
    version: 'test',
    proxies: 1,
    traces,
    isStarted: () => true,
  });
  return {
    db: database.db,
    url: database.url,
    http,
    call: (endpoint, options = {}) => call(http, endpoint, options),
    close: async () => {
      await sealRecords(own.db);
      await foldAllStatements(database.db);
      const faults = await auditAll(database.db);
      await http.close();
      await own.close();
      await database.close();
      assert.deepEqual(faults, [], 'The books balance and the rollups agree with the bets.');
    },
  };
}

async function call<E extends Endpoint>(
  http: FastifyInstance,
  endpoint: E,
  options: CallOptions<E>,
): Promise<Reply<E>> {
  const { token, params = {}, headers = {}, body, raw, files } = options;
  const wire = raw ?? (body === undefined ? {} : z.encode(endpoint.body, body));
  const sent = await encodeCall(endpoint, params, wire, files);
  const response = await http.inject({
    method: endpoint.method,
    url: sent.path,
    headers: {
      ...sent.headers,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(sent.payload === undefined ? {} : { payload: sent.payload }),
  });
  const answer = response.json() as Reply['body'];
  return {
    status: response.statusCode,
    message: answer.message,
    errors: answer.errors ?? {},
    body: answer,
    headers: response.headers,
    get data() {
      assert.equal(answer.status, 'success', `${endpoint.name}: ${answer.message}`);
      return z.decode(endpoint.result, answer.data) as WholeResultOf<E>;
    },
  };
}
