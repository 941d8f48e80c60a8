import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { keepSystemdTold } from './tell-systemd.ts';

const { PATH } = process.env;
let folder: string;

/** In place of systemd's own program, one that writes down what it was told. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pitboss-notify-'));
  const program = join(folder, 'systemd-notify');
  writeFileSync(program, `#!/bin/sh\necho "$@" >> ${join(folder, 'told')}\n`);
  chmodSync(program, 0o755);
  process.env.PATH = `${folder}${delimiter}${PATH}`;
});

afterEach(() => {
  process.env.PATH = PATH;
  rmSync(folder, { recursive: true });
});

function told(): string[] {
  const path = join(folder, 'told');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
}

test('systemd hears of it only where it listens', () => {
  expect(readConfig({}).systemd).toBeUndefined();
  const NOTIFY_SOCKET = '/run/systemd/notify';
  expect(readConfig({ NOTIFY_SOCKET }).systemd).toEqual({ watchdogMs: undefined });
  const WATCHDOG_USEC = '60000000';
  expect(readConfig({ NOTIFY_SOCKET, WATCHDOG_USEC }).systemd?.watchdogMs).toBe(60_000);
});

test('a node that answers, yes or no, is said to live; one that hangs is not', async () => {
  let isHanging = false;
  const node = createServer((_request, response) => {
    if (!isHanging) response.writeHead(503).end();
  }).listen(0, '127.0.0.1');
  await once(node, 'listening');
  const address = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  const stopping = new AbortController();
  const faults: unknown[] = [];
  const onError = (error: unknown) => faults.push(error);
  const telling = keepSystemdTold({
    address,
    watchdogMs: 60,
    stopping: stopping.signal,
    onError,
  });
  await expect.poll(() => told().length).toBeGreaterThan(2);
  expect(told().slice(0, 3)).toEqual(['READY=1', 'WATCHDOG=1', 'WATCHDOG=1']);
  isHanging = true;
  // What was under way when it began to hang may still be told.
  await expect
    .poll(async () => {
      const before = told().length;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return told().length - before;
    })
    .toBe(0);
  stopping.abort();
  await telling;
  node.closeAllConnections();
  node.close();
  expect(faults).toEqual([]);
});
