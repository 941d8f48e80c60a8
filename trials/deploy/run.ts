import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabaseStage } from '@pitboss/testkit/database-stage';
import { newNode } from '@pitboss/testkit/node-process';
import { ensurePanel } from '../../tools/panel.mjs';
import { main, whenToldToStop } from '../../tools/processes.mjs';
import { tryAlerts } from './alerts.ts';
import { endAll, ending, makeTally, type Tally } from './check.ts';
import { tryCompose } from './compose.ts';
import { tryContainer } from './container.ts';
import { tryCaddy, tryNginx } from './proxies.ts';
import { tryLogrotate, tryUnit } from './unit.ts';

// `npm run deploy-trial` tries what deploy/ holds with the programs that it is for, as far as they
// are installed: systemd, logrotate, nginx, caddy, prometheus with faketime, podman, podman-compose
// with iptables (Debian's).
// `-- --only nginx,caddy` tries some of them.
const parts = ['unit', 'logrotate', 'nginx', 'caddy', 'alerts', 'container', 'compose'] as const;

interface Beginning {
  tally: Tally;
  folder: string;
  url: string;
}

await main(async () => {
  const wanted = readArguments();
  const tally = makeTally();
  whenToldToStop(() => void endAll(tally).then(() => process.exit(130)));
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-deploy-'));
  // nginx and Caddy may run as somebody else.
  chmodSync(folder, 0o755);
  const remove = async () => rmSync(folder, { recursive: true, force: true });
  await ending(tally, remove, async () => {
    await ensurePanel();
    const stage = await openDatabaseStage({ listen: 'tcp' });
    await ending(tally, stage.close, async () => {
      const url = await stage.newDatabase('deployed');
      await tryParts(wanted, { tally, folder, url });
    });
  });
  const skipped = tally.skipped.length > 0 ? `, skipped: ${tally.skipped.join(', ')}` : '';
  console.log(`${tally.passed} passed, ${tally.failed} failed${skipped}`);
  return tally.failed === 0 ? 0 : 1;
});

async function tryParts(wanted: string[], { tally, folder, url }: Beginning): Promise<void> {
  const settings = { TRUST_PROXY: '1', LOG_LEVEL: 'info' };
  const nodes = [await newNode(url, settings), await newNode(url, settings)];
  const behind = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const log = () => nodes.map((node) => node.output()).join('\n');
  const tries: Record<(typeof parts)[number], () => Promise<void>> = {
    unit: async () => tryUnit(tally, folder),
    logrotate: async () => tryLogrotate(tally, folder),
    nginx: () => tryNginx({ tally, folder, nodes: behind, log }),
    caddy: () => tryCaddy({ tally, folder, nodes: behind, log }),
    alerts: () => tryAlerts(tally, folder),
    container: () => tryContainer(tally, folder),
    compose: () => tryCompose(tally, folder),
  };
  const end = async () => {
    for (const node of nodes) await node.end();
  };
  await ending(tally, end, async () => {
    for (const node of nodes) await node.start();
    for (const part of parts.filter((one) => wanted.includes(one))) await tries[part]();
  });
}

function readArguments(): string[] {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const wanted = values.only?.split(',') ?? parts;
  const unknown = wanted.filter((one) => !(parts as readonly string[]).includes(one));
  if (unknown.length > 0) throw new Error(`Choose among ${parts.join(', ')}.`);
  return [...wanted];
}
