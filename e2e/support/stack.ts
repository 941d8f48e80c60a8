import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchNode } from '@pitboss/testkit/node-process';
import { mustRun } from '@pitboss/testkit/run-command';
import { openSlowLine } from './slow-line.ts';

/**
 * Runs the real platform in a folder of its own until it is told to end, with demo accounts and
 * quick rounds; `NAME=value` among the arguments changes a setting.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const parentPid = process.ppid;

if (!existsSync(join(root, 'web', 'dist', 'index.html'))) await buildPanel();
const folder = mkdtempSync(join(tmpdir(), 'pitboss-e2e-'));
const settings = {
  DATA_DIR: folder,
  DEMO: 'on',
  DEMO_BETS: '3000',
  ENGINE: 'on',
  LOG_LEVEL: 'warn',
  NODE_OPTIONS: `--import=${new URL('./cheap-passwords.ts', import.meta.url).href}`,
  ROUND_BETTING_MS: '1500',
  ROUND_DOUBLING_MS: '1500',
  ROUND_PAUSE_MS: '500',
  ...Object.fromEntries(process.argv.slice(2).map((given) => given.split('=', 2))),
};
const node = await launchNode('', settings);
const stop = () => void node.end();
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// Nor does it outlive a mistake of ours.
process.on('exit', stop);
// Whoever started us may be killed without a chance to say so.
const watch = setInterval(() => process.ppid !== parentPid && stop(), 1_000);
try {
  await node.untilReady();
  // Each test has an ADMIN with 10,000 of its own, more than the demo's SUPER has to give.
  await mustRun('treasury', ['issue', 'USD', '100000000'], settings);
  const address = process.env.SLOW_LINE === 'on' ? await openSlowLine(node.url) : node.url;
  console.log(`Pitboss is ready: ${address} with its data in ${folder}`);
} catch (error) {
  console.error(error);
  stop();
}
const code = await node.untilEnded();
clearInterval(watch);
if (node.ownEnds() > 0) console.error(node.output());
for (const made of [databaseElsewhere(folder), folder]) {
  if (made) rmSync(made, { recursive: true, force: true });
}
process.exitCode = code ?? 1;

async function buildPanel(): Promise<void> {
  const args = [join(root, 'tools', 'build.mjs')];
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error('The panel could not be built; why stands above.');
}

/** Where root may not share its folder, the platform keeps the database away from it. */
function databaseElsewhere(dataDir: string): string | undefined {
  const signpost = join(dataDir, 'database-is-elsewhere.txt');
  if (!existsSync(signpost)) return undefined;
  const lines = readFileSync(signpost, 'utf8').split('\n');
  return lines.find((line) => /^\/var\/lib\/pitboss\/[\w-]+$/.test(line));
}
