import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

test('whatever the tests did to the platform, its books balance', () => {
  test.setTimeout(300_000);
  const { PITBOSS_DATA: dataDir, ...others } = process.env;
  // A platform that was there before keeps its books itself.
  if (!dataDir) return;
  const books = join(import.meta.dirname, '..', 'server', 'src', 'books.ts');
  const env = { ...others, DATA_DIR: dataDir, DATABASE_URL: '' };
  const { stdout, stderr, status } = spawnSync(process.execPath, [books], { env });
  expect(`${stdout}${stderr}`).toContain('The books balance.');
  expect(status).toBe(0);
});
