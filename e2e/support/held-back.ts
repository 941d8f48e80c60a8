import type { Page } from '@playwright/test';
import { type Operator, signIn } from './people.ts';

/** Opens a page; what it asks for by these addresses does not come before it is let go. */
export async function openHeldBack(
  page: Page,
  who: Operator,
  path: string,
  held: string | RegExp,
): Promise<() => void> {
  await signIn(page, who);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(held, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path);
  return resolve;
}
