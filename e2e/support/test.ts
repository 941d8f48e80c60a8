import { test as base } from '@playwright/test';
import { contextOptions } from '../playwright.config.ts';
import { KeptContext } from './browser.ts';
import { type Cast, makeCast } from './cast.ts';
import { type GameServer, openGameServer } from './game.ts';
import { makeAdmin, type Operator, openSuperSession } from './people.ts';

interface TestPeople {
  /** An ADMIN of this test's own in USD, with 10,000 and nobody below. */
  admin: Operator;
}

interface WorkerPeople {
  /** Used again by the next test, emptied. */
  keptContext: KeptContext;
  /** The same, for tests that drive the clock of their pages. */
  drivenContext: KeptContext;
  /** SUPER is shared by all tests: what they make below it must not get in each other's way. */
  superUser: Operator;
  /** Runs rounds beside those of the platform, with exact figures. */
  game: GameServer;
  /** Whom the tour of all screens shows; it looks and changes nothing. */
  cast: Cast;
}

/** For a test that installs a clock. */
export const underClock = { tag: '@clock' };

export const test = base.extend<TestPeople, WorkerPeople>({
  keptContext: [
    async ({ browser }, use) => use(new KeptContext(browser, contextOptions, 'real')),
    { scope: 'worker' },
  ],
  drivenContext: [
    async ({ browser }, use) => use(new KeptContext(browser, contextOptions, 'driven')),
    { scope: 'worker' },
  ],
  context: async ({ keptContext, drivenContext }, use, { tags }) => {
    const kept = tags.includes(underClock.tag) ? drivenContext : keptContext;
    await use(await kept.open());
    await kept.empty();
  },
  page: async ({ context, viewport, contextOptions: given }, use) => {
    const page = await context.newPage();
    if (viewport) await page.setViewportSize(viewport);
    const { reducedMotion = null } = given;
    await page.emulateMedia({ reducedMotion });
    await use(page);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what is needed from the pattern.
  superUser: [async ({}, use) => use(await openSuperSession()), { scope: 'worker' }],
  game: [async ({ superUser }, use) => use(await openGameServer(superUser)), { scope: 'worker' }],
  cast: [
    async ({ superUser, game }, use) => use(await makeCast(superUser, game)),
    { scope: 'worker' },
  ],
  admin: async ({ superUser }, use) => use(await makeAdmin(superUser)),
});
