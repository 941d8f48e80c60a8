import { runCommand } from '@pitboss/testkit/run-command';
import { expect, test } from '@playwright/test';

test('whatever the tests did to the platform, its books balance', async () => {
  test.setTimeout(300_000);
  const { PITBOSS_DATA: dataDir } = process.env;
  if (!dataDir) throw new Error('The platform under test has not said where its data is.');
  const { code, output } = await runCommand('books', [], { DATA_DIR: dataDir });
  expect(output).toContain('The books balance.');
  // Those of an empty database balance too: here is one that was worked on.
  expect(output).toMatch(/--seal transfers:[1-9]\d*:/);
  expect(code).toBe(0);
});
