import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { screens } from './support/screens.ts';
import { test } from './support/test.ts';

const widths = [1366, 360];
const schemes = ['light', 'dark'] as const;

// Colours that are just fading into each other have no contrast worth measuring.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

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
        expect(await violations(page), `${width} px, ${colorScheme}`).toEqual([]);
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

async function violations(page: Page): Promise<string[]> {
  // There are no frames, so the quicker way of asking is enough.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

function schemeOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
}

function sidewaysPx(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}
