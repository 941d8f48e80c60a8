import { spawn } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@pitboss/testkit/free-port';
import { tryAsk } from '@pitboss/testkit/http-client';
import { root } from '../../tools/processes.mjs';
import { check, skip, type Tally } from './check.ts';
import { findProgram, runProgram } from './programs.ts';

export interface Cause {
  alert: string;
  begin: () => Promise<unknown>;
}

interface Stage {
  tally: Tally;
  folder: string;
  metricsPort: number;
  causes: Cause[];
}

/** The books are looked at every minute. */
const limitMs = 120_000;

/** The rules as Prometheus reads them, and then fired by what they are for. */
export async function tryAlerts({ tally, folder, metricsPort, causes }: Stage): Promise<void> {
  const [promtool, prometheus] = [findProgram('promtool'), findProgram('prometheus')];
  if (!promtool || !prometheus) return skip(tally, 'alerts', 'prometheus');
  const from = join(root, 'deploy', 'prometheus');
  const rules = join(folder, 'pitboss.rules.yml');
  copyFileSync(join(from, 'pitboss.rules.yml'), rules);
  const checked = runProgram(promtool, ['check', 'rules', rules]);
  check(tally, 'promtool check rules', checked.code === 0, checked.code ? checked.output : '');
  // Everything as it is, but at once: a trial cannot wait for what must last for minutes.
  const quick = readFileSync(rules, 'utf8').replace(/for: \d+m/g, 'for: 0s');
  writeFileSync(rules, quick);
  const config = readFileSync(join(from, 'prometheus.yml'), 'utf8')
    .replaceAll('15s', '1s')
    .replace('127.0.0.1:9464', `127.0.0.1:${metricsPort}`);
  const file = join(folder, 'prometheus.yml');
  writeFileSync(file, config);
  const checkedConfig = runProgram(promtool, ['check', 'config', file]);
  check(tally, 'promtool check config', checkedConfig.code === 0);
  const port = await freePort();
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, 'prometheus')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const running = spawn(prometheus, args, { stdio: 'ignore' });
  const gone = new Promise((resolve) => running.once('exit', resolve));
  try {
    await untilFiring(port, () => true);
    for (const { alert, begin } of causes) {
      const before = await firing(port);
      await begin();
      const isFired = await untilFiring(port, (names) => names.includes(alert));
      check(tally, `${alert} fires by its cause`, isFired && !before.includes(alert));
    }
  } finally {
    running.kill('SIGTERM');
    await gone;
  }
}

/** Undefined where Prometheus does not answer yet, or has not scraped. */
async function firing(port: number): Promise<string[]> {
  const scraped = await tryAsk(port, { path: '/api/v1/query?query=pitboss_build_info' });
  if (!scraped.data?.result?.length && !scraped.text.includes('success')) return ['nobody yet'];
  const { data } = await tryAsk(port, { path: '/api/v1/alerts' });
  const alerts: { state: string; labels: { alertname: string } }[] = data?.alerts ?? [];
  return alerts
    .filter(({ state }) => state === 'firing')
    .map(({ labels: { alertname } }) => alertname);
}

async function untilFiring(port: number, isWanted: (names: string[]) => boolean): Promise<boolean> {
  for (const until = Date.now() + limitMs; Date.now() < until; await sleep(500)) {
    const names = await firing(port);
    if (!names.includes('nobody yet') && isWanted(names)) return true;
  }
  return false;
}
