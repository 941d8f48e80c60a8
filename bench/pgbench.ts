import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

/** PostgreSQL's own load generator, which comes with its server packages. */
export function findPgbench(): string {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
    return 'pgbench';
  } catch {
    throw new Error('pgbench is not on the PATH. Install PostgreSQL (Debian: postgresql-contrib).');
  }
}

interface Run {
  url: string;
  scriptPath: string;
  clients: number;
  seconds: number;
}

/** Transactions a second of a script, each of its statements prepared once. */
export async function pgbench(run: Run): Promise<number> {
  const { stdout } = await promisify(execFile)(findPgbench(), [
    ...['-n', '-M', 'prepared', '-c', String(run.clients), '-j', '1', '-T', String(run.seconds)],
    ...['-f', run.scriptPath, run.url],
  ]);
  const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0';
  if (failed !== '0') throw new Error(`pgbench: ${failed} transactions failed.`);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}
