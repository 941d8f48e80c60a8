import { expect, type Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { screens } from './support/screens.ts';
import { test } from './support/test.ts';

const widths = [1366, 360];
const schemes = ['light', 'dark'] as const;

for (const { name, open, isFailure = false } of screens) {
  test(`${name}: no violation, no sideways scrolling, no error in the console`, async ({
    page,
    cast,
  }) => {
    const complaints = await listen(page);
    await open(page, cast);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => sidewaysPx(page)).toBe(0);
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await expect.poll(() => schemeOf(page)).toBe(colorScheme);
        // The other scheme changes nothing but colours.
        const found = await violations(page, colorScheme === 'dark' ? 'colours' : 'everything');
        expect(found, `${width} px, ${colorScheme}`).toEqual([]);
      }
    }
    const refused = complaints.filter((words) => /content security policy/i.test(words));
    expect(isFailure ? refused : complaints).toEqual([]);
  });
}

/** What the browser complains of from now on: errors and everything that its policy refused. */
async function listen(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.exposeFunction('complain', (words: string) => complaints.push(words));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { complain } = globalThis as unknown as { complain: (words: string) => void };
      complain(`Content Security Policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  return complaints;
}

function schemeOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
}

function sidewaysPx(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}
