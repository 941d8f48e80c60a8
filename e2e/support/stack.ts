import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Runs the real platform with demo accounts in a folder of its own until it is told to end. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const parentPid = process.ppid;

if (!existsSync(join(root, 'web', 'dist', 'index.html'))) await buildPanel();
const folder = mkdtempSync(join(tmpdir(), 'pitboss-e2e-'));
const server = run(['server/src/main.ts'], {
  DATA_DIR: folder,
  DATABASE_URL: '',
  DEMO: 'on',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  PORT: '0',
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

function run(args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** Where root may not share its folder, the platform keeps the database away from it. */
function databaseElsewhere(dataDir: string): string | undefined {
  const signpost = join(dataDir, 'database-is-elsewhere.txt');
  if (!existsSync(signpost)) return undefined;
  const lines = readFileSync(signpost, 'utf8').split('\n');
  return lines.find((line) => /^\/var\/lib\/pitboss\/[\w-]+$/.test(line));
}
