import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askDatabase, openDatabaseStage } from '@pitboss/testkit/database-stage';
import { freePort } from '@pitboss/testkit/free-port';
import { ask } from '@pitboss/testkit/http-client';
import { type NodeProcess, startNode } from '@pitboss/testkit/node-process';
import { ensurePanel } from '../../tools/panel.mjs';
import { main } from '../../tools/processes.mjs';
import { type Cause, tryAlerts } from './alerts.ts';
import { makeTally } from './check.ts';
import { tryContainer } from './container.ts';
import { tryCaddy, tryNginx } from './proxies.ts';
import { tryLogrotate, tryUnit } from './unit.ts';

// `npm run deploy-trial` tries what deploy/ holds with the programs that it is for, as far as they
// are installed: systemd, logrotate, nginx, caddy, prometheus, podman (Debian's packages).
// `-- --only nginx,caddy` tries some of them.
const parts = ['unit', 'logrotate', 'nginx', 'caddy', 'alerts', 'container'] as const;

await main(async () => {
  const wanted = readArguments();
  const tally = makeTally();
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-deploy-'));
  // nginx and Caddy may run as somebody else.
  chmodSync(folder, 0o755);
  await ensurePanel();
  const stage = await openDatabaseStage({ listen: 'tcp' });
  const metricsPort = await freePort();
  const url = await stage.newDatabase('deployed');
  const settings = { TRUST_PROXY: '1', LOG_LEVEL: 'info' };
  const nodes = [
    await startNode(url, { ...settings, METRICS_PORT: String(metricsPort) }),
    await startNode(url, settings),
  ];
  try {
    const behind = nodes.map(({ port }) => `127.0.0.1:${port}`);
    const log = () => nodes.map((node) => node.output()).join('\n');
    const [first] = nodes as [NodeProcess];
    const tries: Record<(typeof parts)[number], () => Promise<void>> = {
      unit: async () => tryUnit(tally, folder),
      logrotate: async () => tryLogrotate(tally, folder),
      nginx: () => tryNginx({ tally, folder, nodes: behind, log }),
      caddy: () => tryCaddy({ tally, folder, nodes: behind, log }),
      alerts: () => tryAlerts({ tally, folder, metricsPort, causes: causesOf(url, first) }),
      container: () => tryContainer(tally),
    };
    for (const part of parts.filter((one) => wanted.includes(one))) await tries[part]();
  } finally {
    for (const node of nodes) await node.end();
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const skipped = tally.skipped.length > 0 ? `, skipped: ${tally.skipped.join(', ')}` : '';
  console.log(`${tally.passed} passed, ${tally.failed} failed${skipped}`);
  return tally.failed === 0 ? 0 : 1;
});

function readArguments(): string[] {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const wanted = values.only?.split(',') ?? parts;
  const unknown = wanted.filter((one) => !(parts as readonly string[]).includes(one));
  if (unknown.length > 0) throw new Error(`Choose among ${parts.join(', ')}.`);
  return [...wanted];
}

/** What the alerts are for, as it happens to a platform. */
function causesOf(ownerUrl: string, node: NodeProcess): Cause[] {
  const admin = new URL(ownerUrl);
  admin.username = 'postgres';
  const table = 'accounts';
  const tampered = `alter table ${table} disable trigger user;
    update ${table} set balance_minor = balance_minor + 7
    where id = (select min(id) from ${table});
    alter table ${table} enable trigger user`;
  const body = { username: 'nobody', password: 'Wrong-horse-1' };
  const guess = () => ask(node.url, { path: '/api/auth/login', body });
  return [
    {
      alert: 'PitbossStandbyAway',
      begin: () =>
        askDatabase(admin.href, "select pg_create_physical_replication_slot('nobody', true)"),
    },
    {
      alert: 'PitbossSignInsRefused',
      begin: async () => {
        for (let tries = 0; tries < 150; tries++) await guess();
      },
    },
    { alert: 'PitbossLedgerImbalance', begin: () => askDatabase(admin.href, tampered) },
    { alert: 'PitbossNodeDown', begin: () => node.end() },
  ];
}
