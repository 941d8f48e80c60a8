import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

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
  DATABASE_URL: '',
  DEMO: 'on',
  DEMO_BETS: '3000',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  PORT: '0',
  ROUND_BETTING_MS: '1500',
  ROUND_DOUBLING_MS: '1500',
  ROUND_PAUSE_MS: '500',
  ...Object.fromEntries(process.argv.slice(2).map((given) => given.split('=', 2))),
};
const server = run(['server/src/main.ts'], settings, 'pipe');
createInterface({ input: server.stdout ?? process.stdin }).on('line', (line) => {
  console.log(line.replace(/(is ready: \S+)$/, `$1 with its data in ${folder}`));
  // Each test has an ADMIN with 10,000 of its own, more than the demo's SUPER has to give.
  if (line.includes('is ready: ')) {
    run(['server/src/treasury.ts', 'issue', 'USD', '100000000'], settings, 'ignore');
  }
});
const stop = () => server.kill('SIGTERM');
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// Whoever started us may be killed without a chance to say so.
const watch = setInterval(() => process.ppid !== parentPid && stop(), 1_000);
const [code] = await once(server, 'exit');
clearInterval(watch);
for (const made of [databaseElsewhere(folder), folder]) {
  if (made) rmSync(made, { recursive: true, force: true });
}
process.exitCode = code ?? 1;

async function buildPanel(): Promise<void> {
  const vite = run([join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', 'web']);
  const [code] = await once(vite, 'exit');
  if (code !== 0) throw new Error('The panel could not be built; what Vite said stands above.');
}

function run(
  args: string[],
  env: Record<string, string> = {},
  output: 'inherit' | 'pipe' | 'ignore' = 'inherit',
): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, 'inherit'],
  });
}

/** Where root may not share its folder, the platform keeps the database away from it. */
function databaseElsewhere(dataDir: string): string | undefined {
  const signpost = join(dataDir, 'database-is-elsewhere.txt');
  if (!existsSync(signpost)) return undefined;
  const lines = readFileSync(signpost, 'utf8').split('\n');
  return lines.find((line) => /^\/var\/lib\/pitboss\/[\w-]+$/.test(line));
}
