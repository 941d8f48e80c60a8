import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { smallFont } from './small-font.ts';
import { tablerIcons } from './tabler-icons.ts';
import { themeVariables } from './theme-variables.ts';

const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  plugins: [react(), tablerIcons(), themeVariables(), smallFont()],
  // Everything is bundled before the first test: a package met later would reload the page in the
  // middle of one, with a second copy of React.
  optimizeDeps: { entries: ['src/main.tsx', 'src/**/*.test.{ts,tsx}'] },
  test: {
    name: 'web',
    env: { SLOW_LINE: process.env.SLOW_LINE ?? '' },
    include: ['src/**/*.test.{ts,tsx}'],
    // Files share a page, one after the other, and what it has loaded and compiled.
    isolate: false,
    // A test that has looked at nothing has not passed. Other work may share the cores.
    expect: { poll: { timeout: 15_000 }, requireAssertions: true },
    testTimeout: 60_000,
    setupFiles: ['src/test/setup.ts'],
    // Pages beside each other; by itself a machine of two cores would have one. Tests wait too.
    maxWorkers: 3,
    browser: {
      enabled: true,
      // As wide as the tables are made for; what is about a phone says so.
      viewport: { width: 1366, height: 800 },
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        // What has to move is moved by `withMotion`.
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: {
          executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
          args: launchArguments,
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
