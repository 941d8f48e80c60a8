import { expect, type Page } from '@playwright/test';
import { expectNoViolation } from './support/axe.ts';
import { keepLoaded, type Screen } from './support/cast.ts';
import { screens } from './support/screens.ts';
import { test } from './support/test.ts';

const groupSize = 6;

const whole = screens.filter(({ isByItself }) => !isByItself);

/** To load the panel and axe for each screen anew would take longer than to look at it. */
const groups = [
  ...whole.filter(({ isAlone }) => isAlone).map((screen) => [screen]),
  ...inGroups(whole.filter(({ isAlone }) => !isAlone)),
];

for (const group of groups) {
  const names = group.map(({ name }) => name).join(', ');
  test(`no violation, no sideways scrolling, no error in the console: ${names}`, async ({
    page,
    cast,
  }) => {
    test.setTimeout(group.length * 60_000);
    const complaints = await listen(page);
    for (const { name, open, isFailure = false } of group) {
      await test.step(name, async () => {
        await open(page, cast);
        await expectNoViolation(page);
        const refused = complaints.filter((words) => /content security policy/i.test(words));
        expect.soft(isFailure ? refused : complaints, name).toEqual([]);
        complaints.length = 0;
      });
      await page.setViewportSize({ width: 1366, height: 800 });
      await page.emulateMedia({ colorScheme: 'light' });
      keepLoaded(page);
    }
  });
}

function inGroups(all: Screen[]): Screen[][] {
  const count = Math.ceil(all.length / groupSize);
  return Array.from({ length: count }, (_, index) =>
    all.slice(index * groupSize, (index + 1) * groupSize),
  );
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
