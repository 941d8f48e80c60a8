import { openSession } from './people.ts';
import { startStack } from './start-stack.ts';
import { test as base } from './test.ts';

/** Without the demo, so that it is there soon and nobody plays but the test; quick rounds. */
const settings = {
  DEMO: 'off',
  SUPER_USERNAME: 'super',
  SUPER_PASSWORD: 'Own-platform-1',
  ROUND_BETTING_MS: '1000',
  ROUND_DOUBLING_MS: '600',
  ROUND_PAUSE_MS: '200',
};

interface Own {
  /** Where the worker's own platform listens. */
  ownAddress: string;
}

/** For what would get in the way of everybody: a platform of this worker's own. */
export const test = base.extend<object, Own>({
  ownAddress: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    async ({}, use) => {
      const { address, stop } = await startStack(settings);
      const shared = process.env.PITBOSS_ADDRESS;
      process.env.PITBOSS_ADDRESS = address;
      await use(address);
      process.env.PITBOSS_ADDRESS = shared;
      await stop();
    },
    { scope: 'worker', auto: true, timeout: 300_000 },
  ],
  superUser: [
    async ({ ownAddress: _ }, use) =>
      use(await openSession(settings.SUPER_USERNAME, settings.SUPER_PASSWORD)),
    { scope: 'worker' },
  ],
  baseURL: async ({ ownAddress }, use) => use(ownAddress),
});
