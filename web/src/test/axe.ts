import {
  colourRules,
  schemes,
  sidewaysPx,
  standStill,
  widths,
} from '@pitboss/testkit/accessibility';
import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** About a whole page, which a screen without its frame is not: `e2e/` holds the pages to them. */
const pageRules = [
  'bypass',
  'document-title',
  'html-has-lang',
  'landmark-one-main',
  'page-has-heading-one',
  'region',
];

/** What stands there now, in every scheme, and at every width unless it is told of one. */
export async function expectNoViolation(at = widths): Promise<void> {
  const { documentElement: root, body } = document;
  const { innerWidth, innerHeight } = window;
  const scheme = root.dataset.mantineColorScheme;
  try {
    for (const width of at) {
      await page.viewport(width, innerHeight);
      // As the frame leaves it.
      body.style.paddingInline = width < 576 ? '12px' : '24px';
      await expect.poll(sidewaysPx, { message: `sideways at ${width} px` }).toBe(0);
      for (const wanted of schemes) {
        root.dataset.mantineColorScheme = wanted;
        const isFirst = wanted === schemes[0];
        expect(await violations(isFirst), `${width} px, ${wanted}`).toEqual([]);
      }
    }
  } finally {
    body.style.paddingInline = '';
    root.dataset.mantineColorScheme = scheme;
    await page.viewport(innerWidth, innerHeight);
  }
}

/** Rows that wait for the next ones are pale. */
const isWaiting = () => document.querySelector('[data-stale], [aria-busy="true"]') !== null;

async function violations(isEverything: boolean): Promise<string[]> {
  await expect.poll(isWaiting).toBe(false);
  await standStill();
  const rules = Object.fromEntries(pageRules.map((id) => [id, { enabled: false }]));
  const which: axe.RunOptions = isEverything ? { rules } : { runOnly: colourRules };
  const { violations: found } = await axe.run(document, { resultTypes: ['violations'], ...which });
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
