import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFolder } from '../test/open-folder.ts';
import { embeddedBinaries, installedPackage } from './binaries.ts';
import { embeddedUser } from './user.ts';

let folder: string;
let installed: string;
let cache: string;

beforeAll(async () => {
  folder = await openFolder('pitboss-binaries-');
  cache = join(folder, 'cache');
  installed = join(folder, 'installed', 'this-machine');
  await mkdir(cache);
  await cp(installedPackage(), installed, { recursive: true, verbatimSymlinks: true });
  for (const { target } of links()) await rm(join(installed, target), { force: true });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function links(): { source: string; target: string }[] {
  return JSON.parse(readFileSync(join(installed, 'native', 'pg-symlinks.json'), 'utf8'));
}

describe('the binaries of the embedded database', () => {
  test('get their library links from several processes at the same time', async () => {
    const all = [1, 2, 3].map(() => embeddedBinaries(undefined, cache, installed));
    const native = join(installed, 'native', 'bin');
    expect(await Promise.all(all)).toEqual([native, native, native]);
    expect(links().length).toBeGreaterThan(0);
    for (const { target } of links()) expect(existsSync(join(installed, target))).toBe(true);
    expect(execFileSync(join(native, 'initdb'), ['--version'], { encoding: 'utf8' })).toContain(
      '18',
    );
  });

  test.runIf(process.getuid?.() === 0)(
    'are copied once to where the account that runs them may go',
    async () => {
      await chmod(join(folder, 'installed'), 0o700);
      const user = embeddedUser();
      const [first, second] = await Promise.all([
        embeddedBinaries(user, cache, installed),
        embeddedBinaries(user, cache, installed),
      ]);
      expect(first).toBe(second);
      expect(first.startsWith(cache)).toBe(true);
      const said = execFileSync(join(first, 'postgres'), ['--version'], { ...user });
      expect(said.toString()).toContain('PostgreSQL');
    },
  );
});
