import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { embeddedLock } from './lock.ts';
import { startOf } from './process-state.ts';

const isLinux = process.platform === 'linux';
const children: ChildProcess[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitboss-lock-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function lockOf(pid: number): void {
  writeFileSync(join(folder, 'lock'), `${pid} ${startOf(pid)} abc`);
}

function holder(): string {
  return readFileSync(join(folder, 'lock'), 'utf8').split(' ')[0] ?? '';
}

test('a lock is had, refused to a second, and given up', async () => {
  const release = await embeddedLock(folder);
  await expect(embeddedLock(folder)).rejects.toThrow(`as process ${process.pid}.`);
  release();
  (await embeddedLock(folder))();
});

test.runIf(isLinux)('a holder that is dead and never collected holds nothing', async () => {
  // The shell becomes a program that never asks what became of its child.
  const child = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600']);
  children.push(child);
  const [line] = await once(child.stdout, 'data');
  const pid = Number(String(line));
  const nameOf = () => readFileSync(`/proc/${child.pid}/comm`, 'utf8').trim();
  await vi.waitUntil(() => nameOf() === 'sleep', { timeout: 60_000 });
  process.kill(pid, 'SIGKILL');
  const state = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0];
  await vi.waitUntil(() => state() === 'Z', { timeout: 60_000 });
  lockOf(pid);
  const release = await embeddedLock(folder);
  expect(state()).toBe('Z');
  expect(holder()).toBe(String(process.pid));
  release();
});

test('a holder that is going is waited for', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  children.push(child);
  await once(child, 'spawn');
  lockOf(child.pid ?? 0);
  const waiting = embeddedLock(folder);
  let isDecided = false;
  const decide = () => {
    isDecided = true;
  };
  waiting.then(decide, decide);
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(isDecided).toBe(false);
  child.kill('SIGKILL');
  (await waiting)();
});

test('a holder that stays is named after a while', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  children.push(child);
  await once(child, 'spawn');
  lockOf(child.pid ?? 0);
  const said = `Pitboss already runs on the data in ${folder}, as process ${child.pid}.`;
  await expect(embeddedLock(folder)).rejects.toThrow(said);
  expect(holder()).toBe(String(child.pid));
});
