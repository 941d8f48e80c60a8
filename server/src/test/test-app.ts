import assert from 'node:assert/strict';
import type { BodyOf, Endpoint, ResultOf } from '@pitboss/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import * as z from 'zod/mini';
import { buildApp } from '../app.ts';
import type { Db } from '../db/database.ts';
import { auditBooks } from '../ledger/audit-books.ts';
import { testDatabase } from './test-database.ts';

export interface Reply<E extends Endpoint = Endpoint> {
  status: number;
  message: string;
  errors: Record<string, string>;
  /** Decoded by the contract; reading it of a refused call fails the test. */
  data: ResultOf<E>;
  /** The body as it stood on the wire. */
  body: { status: string; message: string; data?: unknown; errors?: Record<string, string> };
  headers: Record<string, string | string[] | number | undefined>;
}

export interface CallOptions<E extends Endpoint> {
  token?: string | undefined;
  params?: Record<string, bigint | string>;
  body?: BodyOf<E>;
  /** Sent as it is, instead of `body`: for input that the contract would not let through. */
  raw?: unknown;
  headers?: Record<string, string>;
}

export interface TestApp {
  db: Db;
  url: string;
  http: FastifyInstance;
  call<E extends Endpoint>(endpoint: E, options?: CallOptions<E>): Promise<Reply<E>>;
  close(): Promise<void>;
}

/** The whole platform on a database of its own. Closing it proves that the books balance. */
export async function testApp(log: Logger = pino({ level: 'silent' })): Promise<TestApp> {
  const database = await testDatabase();
  const http = await buildApp({
    db: database.db,
    log,
    limits: { hoursMax: 12, idleMinutesMax: 30 },
    version: 'test',
    trustProxy: true,
    isStarted: () => true,
  });
  return {
    db: database.db,
    url: database.url,
    http,
    call: (endpoint, options = {}) => call(http, endpoint, options),
    close: async () => {
      const faults = await auditBooks(database.db);
      await http.close();
      await database.close();
      assert.deepEqual(faults, [], 'The books balance.');
    },
  };
}

async function call<E extends Endpoint>(
  http: FastifyInstance,
  endpoint: E,
  { token, params = {}, body, raw, headers = {} }: CallOptions<E>,
): Promise<Reply<E>> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => String(params[name]));
  const wire = raw ?? (body === undefined ? {} : z.encode(endpoint.body, body));
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
  const response = await http.inject({
    method: endpoint.method,
    url: `/api${path}`,
    headers: {
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(hasBody ? { payload: typeof wire === 'string' ? wire : JSON.stringify(wire) } : {}),
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
      return z.decode(endpoint.result, answer.data) as ResultOf<E>;
    },
  };
}
