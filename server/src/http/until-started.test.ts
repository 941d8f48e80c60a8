import { Writable } from 'node:stream';
import { health } from '@pitboss/contract/health';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { errorReply } from './error-reply.ts';
import { requestLog } from './request-log.ts';
import { untilStarted } from './until-started.ts';

test('while a node starts, 503 is its answer and no warning', async () => {
  const lines: { level: number; err?: unknown }[] = [];
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    lines.push(JSON.parse(String(chunk)));
    done();
  };
  const log: FastifyBaseLogger = pino({ level: 'debug' }, new Writable({ write }));
  const logController = new LogController({ disableRequestLogging: true });
  const http = fastify({ loggerInstance: log, logController });
  errorReply(http);
  requestLog(http, false);
  let isStarted = false;
  untilStarted(http, () => isStarted);
  http.get(health.ready.path, { config: { endpoint: health.ready } }, async () => 'ready');
  const { statusCode, headers } = await http.inject({ url: health.ready.path });
  expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
  isStarted = true;
  expect((await http.inject({ url: health.ready.path })).statusCode).toBe(200);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.filter(({ level, err }) => level > 20 || err)).toEqual([]);
  await http.close();
});
