import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/longest-first.mjs';
import { scratchFolder } from './tools/scratch-folder.mjs';

const globalSetup = 'server/src/test/global-setup.ts';
const cheapHashes = fileURLToPath(new URL('server/src/test/password-cost.ts', import.meta.url));
const webProject = 'web/vitest.config.ts';

/**
 * A test that has looked at nothing has not passed: a loop over nothing would be such a one. What
 * is waited for may take its time: usually a second is all that Vitest gives it.
 */
const expect = { requireAssertions: true, poll: { timeout: 60_000 } };

/** For what hangs. A machine that is busy with other work may take many times as long as usual. */
const limitMs = 600_000;

/**
 * Files share a process, one after the other, and what it has loaded: to load the platform anew
 * for each of them took longer than most of their tests. What a test needs for itself alone it
 * keeps in its database, never in a module.
 */
const shared = { isolate: false, testTimeout: limitMs, hookTimeout: limitMs, expect };

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      { test: { ...shared, name: 'engine', include: ['engine/src/**/*.test.ts'] } },
      {
        resolve: { alias: [{ find: /^\.\/password-cost\.ts$/, replacement: cheapHashes }] },
        test: {
          ...shared,
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
          env: { TMPDIR: scratchFolder() },
        },
      },
      { test: { ...shared, name: 'tools', include: ['tools/**/*.test.ts'] } },
      ...(existsSync(webProject) ? [webProject] : []),
    ],
    sequence: { sequencer: LongestFirst },
    // More than there are cores: many tests of the server wait for a clock.
    maxWorkers: 4,
  },
});
