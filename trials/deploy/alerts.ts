import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@pitboss/testkit/free-port';
import { tryAsk } from '@pitboss/testkit/http-client';
import { root } from '../../tools/processes.mjs';
import { causesOf } from './alert-causes.ts';
import { findClockLibrary, openAlertStage } from './alert-stage.ts';
import { check, ending, skip, type Tally } from './check.ts';
import type { Cause } from './log-causes.ts';
import { findProgram, runProgram } from './programs.ts';

const from = join(root, 'deploy', 'prometheus');
/** The books are looked at every minute. */
const limitMs = 120_000;

/** The rules as Prometheus reads them, and then each fired by what it is for. */
export async function tryAlerts(tally: Tally, folder: string): Promise<void> {
  const [promtool, prometheus] = [findProgram('promtool'), findProgram('prometheus')];
  const library = findClockLibrary();
  if (!promtool || !prometheus) return skip(tally, 'alerts', 'prometheus');
  if (!library) return skip(tally, 'alerts', 'faketime');
  const stage = await openAlertStage(library);
  await ending(tally, stage.close, async () => {
    const file = writeConfig(tally, folder, promtool, stage.ports);
    const causes = causesOf(stage);
    const running = await watch(prometheus, folder, file);
    await ending(tally, running.end, async () => {
      for (const cause of causes) await fire(tally, running.port, cause);
    });
    const fired = causes.flatMap(({ alerts }) => alerts);
    const left = allAlerts().filter((alert) => !fired.includes(alert));
    check(tally, 'every alert was fired', left.length === 0, left.join(', '));
  });
}

function allAlerts(): string[] {
  const rules = readFileSync(join(from, 'pitboss.rules.yml'), 'utf8');
  return [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name);
}

/** Everything as it is, but at once: a trial cannot wait for what must last for minutes. */
function writeConfig(tally: Tally, folder: string, promtool: string, ports: number[]): string {
  const rules = join(folder, 'pitboss.rules.yml');
  const text = readFileSync(join(from, 'pitboss.rules.yml'), 'utf8');
  writeFileSync(rules, text);
  const checked = runProgram(promtool, ['check', 'rules', rules]);
  check(tally, 'promtool check rules', checked.code === 0, checked.code ? checked.output : '');
  writeFileSync(rules, text.replace(/for: \d+m/g, 'for: 0s'));
  const targets = ports.map((port) => `- 127.0.0.1:${port}`).join('\n          ');
  const config = readFileSync(join(from, 'prometheus.yml'), 'utf8')
    .replaceAll('15s', '1s')
    .replace('- 127.0.0.1:9464', targets);
  const file = join(folder, 'prometheus.yml');
  writeFileSync(file, config);
  const read = runProgram(promtool, ['check', 'config', file]);
  check(tally, 'promtool check config', read.code === 0, read.code ? read.output : '');
  return file;
}

/** Prometheus, once it has seen all that it watches. */
async function watch(prometheus: string, folder: string, file: string) {
  const port = await freePort();
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, 'prometheus')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const running = spawn(prometheus, args, { stdio: 'ignore' });
  const gone = new Promise((resolve) => running.once('exit', resolve));
  const end = async () => {
    running.kill('SIGTERM');
    await gone;
  };
  const isUp = async () => {
    const path = '/api/v1/query?query=min(up)';
    const { data } = await tryAsk(port, { path });
    return data?.result?.[0]?.value?.[1] === '1';
  };
  if (await until(isUp)) return { port, end };
  await end();
  throw new Error('Prometheus does not see the nodes.');
}

/** Silent before, firing by its cause; one that an earlier cause fired must have gone silent. */
async function fire(tally: Tally, port: number, { what, alerts, begin, end }: Cause) {
  const isFiring = async (alert: string) => (await firing(port)).includes(alert);
  for (const alert of alerts) {
    const isQuiet = await until(async () => !(await isFiring(alert)));
    if (!isQuiet) check(tally, `${alert} is silent before: ${what}`, false);
  }
  await begin();
  for (const alert of alerts) {
    check(tally, `${alert} fires: ${what}`, await until(() => isFiring(alert)));
  }
  await end?.();
}

async function firing(port: number): Promise<string[]> {
  const { data } = await tryAsk(port, { path: '/api/v1/alerts' });
  const alerts: { state: string; labels: { alertname: string } }[] = data?.alerts ?? [];
  return alerts
    .filter(({ state }) => state === 'firing')
    .map(({ labels: { alertname } }) => alertname);
}

async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  for (const limit = Date.now() + limitMs; Date.now() < limit; await sleep(500)) {
    if (await isSo()) return true;
  }
  return false;
}
