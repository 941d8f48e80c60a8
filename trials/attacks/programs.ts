import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from '../../tools/processes.mjs';

const installLimitMs = 600_000;

/** The path of a Debian program, installed where that is allowed; undefined where it is not. */
export async function findProgram(name: string): Promise<string | undefined> {
  const found = inPath(name);
  if (found || !mayInstall()) return found;
  process.stderr.write(`Installing ${name}…\n`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env, limitMs: installLimitMs });
  const args = ['install', '-y', '--no-install-recommends', name];
  await run('apt-get', args, { env, limitMs: installLimitMs });
  return inPath(name);
}

export function notInstalled(name: string): string {
  return `Not run: it needs ${name} (on Debian, as root: apt-get install ${name}).`;
}

function inPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function mayInstall(): boolean {
  const release = '/etc/os-release';
  const isDebian =
    existsSync(release) && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync(release, 'utf8'));
  return isDebian && process.getuid?.() === 0;
}
