import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { npmEnvironment } from './install.mjs';

const onUnix = it.runIf(process.platform !== 'win32');

afterEach(() => vi.unstubAllEnvs());

onUnix('npm has a cache where the account has no home, whatever npm around it says', () => {
  vi.stubEnv('HOME', '/dev/null/nobody');
  for (const told of ['/dev/null/nobody/.npm', undefined]) {
    vi.stubEnv('npm_config_cache', told);
    const { HOME = '', npm_config_cache: cache } = npmEnvironment();
    expect(cache).toBe(join(HOME, '.npm'));
    accessSync(HOME, constants.W_OK);
  }
});

onUnix('npm keeps the cache that it has', () => {
  vi.stubEnv('npm_config_cache', tmpdir());
  expect(npmEnvironment()).toEqual({});
});
