import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const globalSetup = 'server/src/test/global-setup.ts';
const webProject = 'web/vitest.config.ts';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], testTimeout: 30_000 } },
      { test: { name: 'engine', include: ['engine/src/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'], testTimeout: 30_000 } },
      ...(existsSync(webProject) ? [webProject] : []),
    ],
    // More than there are cores: many tests of the server wait for a clock or a disk.
    maxWorkers: 3,
  },
});
