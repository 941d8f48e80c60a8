import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import config from '../playwright.config.ts';
import { type Cast, makeCast } from './cast.ts';
import { openGameServer } from './game.ts';
import { openSuperSession } from './people.ts';
import { screens } from './screens.ts';
import { startStack } from './start-stack.ts';

/**
 * Takes a picture of every screen and dialog, wide and narrow, light and dark, for a person to
 * look at: `node e2e/support/screenshots.ts <folder> [words of the screens' names]`.
 */
const [folder, ...words] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder that the pictures shall go to.');
mkdirSync(folder, { recursive: true });

const stack = process.env.PITBOSS_ADDRESS ? undefined : await startStack();
if (stack) process.env.PITBOSS_ADDRESS = stack.address;
try {
  const superUser = await openSuperSession();
  await takeAll(await makeCast(superUser, await openGameServer(superUser)), folder);
} finally {
  await stack?.stop();
}

async function takeAll(cast: Cast, into: string): Promise<void> {
  const wanted = screens.filter(({ name }) => words.every((word) => name.includes(word)));
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const { name, open } of wanted) {
      const page = await openPage(browser, colorScheme);
      await open(page, cast);
      // The tour finds its way on a wide screen; the phone is then held to the same place.
      for (const width of [1366, 360]) {
        await page.setViewportSize({ width, height: 780 });
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        const file = `${name.replaceAll(' ', '-')}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: join(into, file), animations: 'disabled' });
      }
      await page.context().close();
    }
  }
  await browser.close();
}

async function openPage(browser: Browser, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    baseURL: process.env.PITBOSS_ADDRESS ?? '',
    viewport: { width: 1366, height: 780 },
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  return context.newPage();
}
