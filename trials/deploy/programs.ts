import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Where Debian puts what only root runs, which is not in everybody's PATH. */
const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];

/** The path of a program; undefined where it is not installed. */
export function findProgram(name: string): string | undefined {
  return folders.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));
}

interface Ran {
  code: number;
  output: string;
}

/** Runs a program to its end; what it said on either stream. */
export function runProgram(command: string, args: string[], env = {}, limitMs = 120_000): Ran {
  const options = {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: limitMs,
    maxBuffer: 64 * 1024 * 1024,
  } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  return { code: status ?? 1, output: `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}` };
}
