import { expect, type Page } from '@playwright/test';
import { expectNoViolation } from './support/axe.ts';
import { screens } from './support/screens.ts';
import { test } from './support/test.ts';

for (const { name, open, isFailure = false } of screens) {
  test(`${name}: no violation, no sideways scrolling, no error in the console`, async ({
    page,
    cast,
  }) => {
    const complaints = await listen(page);
    await open(page, cast);
    await expectNoViolation(page);
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
