import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  colourRules,
  schemes,
  sidewaysPx,
  standStill,
  widths,
} from '@pitboss/testkit/accessibility';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** Minified, because every page that is looked at has to read it first. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** As the page is now, on a desk and on a phone, by day and by night. */
export async function expectNoViolation(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => page.evaluate(sidewaysPx)).toBe(0);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => schemeOf(page)).toBe(colorScheme);
      // The other scheme changes nothing but colours.
      const found = await violations(page, colorScheme === 'dark' ? 'colours' : 'everything');
      expect.soft(found, `${width} px, ${colorScheme}`).toEqual([]);
    }
  }
}

function schemeOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
}

/** What axe finds wrong on the page as it is now, by the rule and the element. */
export async function violations(page: Page, rules: 'everything' | 'colours'): Promise<string[]> {
  // Rows that wait for the next ones are pale.
  await expect(page.locator('[data-stale], [aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(standStill);
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(source);
  const options: axe.RunOptions = {
    // What is right is checked in the same way, but not listed.
    resultTypes: ['violations'],
    ...(rules === 'colours' ? { runOnly: colourRules } : {}),
  };
  const found = await page.evaluate(async (given) => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    return (await inPage.run(document, given)).violations;
  }, options);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
