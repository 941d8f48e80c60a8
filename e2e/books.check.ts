import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

test('whatever the tests did to the platform, its books balance', () => {
  test.setTimeout(300_000);
  const { PITBOSS_DATA: dataDir, ...others } = process.env;
  if (!dataDir) throw new Error('The platform under test has not said where its data is.');
  const books = join(import.meta.dirname, '..', 'server', 'src', 'books.ts');
  const env = { ...others, DATA_DIR: dataDir, DATABASE_URL: '' };
  const { stdout, stderr, status } = spawnSync(process.execPath, [books], { env });
  expect(`${stdout}${stderr}`).toContain('The books balance.');
  // Those of an empty database balance too: here is one that was worked on.
  expect(`${stdout}`).toMatch(/--seal transfers:[1-9]\d*:/);
  expect(status).toBe(0);
});
