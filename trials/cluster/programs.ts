import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../tools/processes.mjs';

const postgresRoot = '/usr/lib/postgresql';
const installLimitMs = 600_000;

interface Programs {
  postgres: string;
  haproxy: string;
}

/** The folder of PostgreSQL's programs and the path of HAProxy, installed where that is allowed. */
export async function ensurePrograms(): Promise<Programs> {
  const missing = listMissing();
  if (missing.length > 0 && mayInstall()) {
    console.log(`Installing ${missing.join(', ')}…`);
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env, limitMs: installLimitMs });
    const install = ['install', '-y', '--no-install-recommends', ...missing];
    await run('apt-get', install, { env, limitMs: installLimitMs });
  }
  const [postgres, haproxy] = [findPostgres(), findHaproxy()];
  if (!postgres || !haproxy) {
    throw new Error(
      'The cluster needs PostgreSQL 15 or newer with its replication tools, and HAProxy 2.4 or ' +
        `newer. On Debian or Ubuntu: apt-get install ${listMissing().join(' ')}`,
    );
  }
  return { postgres, haproxy };
}

/** By the names of Debian's packages. */
function listMissing(): string[] {
  return [...(findPostgres() ? [] : ['postgresql']), ...(findHaproxy() ? [] : ['haproxy'])];
}

function findPostgres(): string | undefined {
  if (!existsSync(postgresRoot)) return undefined;
  const versions = readdirSync(postgresRoot).map(Number);
  const usable = versions.filter((version) => version >= 15).sort((a, b) => b - a);
  const folders = usable.map((version) => join(postgresRoot, String(version), 'bin'));
  return folders.find((folder) =>
    ['initdb', 'postgres', 'pg_basebackup', 'psql'].every((name) => existsSync(join(folder, name))),
  );
}

function findHaproxy(): string | undefined {
  return ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/usr/bin/haproxy'].find(
    (path) => existsSync(path) && spawnSync(path, ['-v']).status === 0,
  );
}

function mayInstall(): boolean {
  const release = '/etc/os-release';
  const isDebian =
    existsSync(release) && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync(release, 'utf8'));
  return isDebian && process.getuid?.() === 0;
}
