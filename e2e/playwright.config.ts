import { defineConfig } from '@playwright/test';

const viewport = { width: 1366, height: 800 };

/** Of every test's browser; `support/browser.ts` makes it. */
export const contextOptions = {
  viewport,
  locale: 'en-US',
  // Neither that of the server nor of most machines, so that local time is really local.
  timezoneId: 'Asia/Kolkata',
  colorScheme: 'light',
  // The welcome that runs through the footer would keep a core busy with drawing it.
  reducedMotion: 'reduce',
} as const;

/** A platform that was there before keeps its books; of our own we know where its data is. */
const isForeign = Boolean(process.env.PITBOSS_ADDRESS && !process.env.PITBOSS_DATA);

/** They share a platform of their own, one after the other, and so are the first to begin. */
const ownTests = ['maintenance.spec.ts', 'second-factor-required.spec.ts'];
const own = { name: 'own', testMatch: ownTests, workers: 1 };
const panel = { name: 'panel', testIgnore: ownTests };

export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  // More than there are cores: each waits now and then, for the platform or for a moment to pass.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  projects: isForeign
    ? [own, panel]
    : [own, { ...panel, teardown: 'books' }, { name: 'books', testMatch: 'books.check.ts' }],
  // Three browsers, the server and its database may share two cores with other work.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: process.env.PITBOSS_ADDRESS ?? '',
    viewport,
    contextOptions,
    // It would cost a good part of the time: a picture and the page's words tell of a failure, and
    // `--trace on` of more.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Otherwise each test has a new process, with everything to be compiled again.
        '--process-per-site',
      ],
    },
  },
  // One that runs already can be named by PITBOSS_ADDRESS, to try a test again and again.
  webServer: process.env.PITBOSS_ADDRESS
    ? []
    : {
        // `exec` lets the stack see the end of the one that started it, and not of a shell.
        command: `exec "${process.execPath}" support/stack.ts`,
        // They stand in PITBOSS_ADDRESS and PITBOSS_DATA from then on, for the workers too.
        wait: {
          stdout: /is ready: (?<pitboss_address>http:\S+) with its data in (?<pitboss_data>\S+)/,
        },
        gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
        timeout: 300_000,
        stderr: 'pipe',
      },
});
