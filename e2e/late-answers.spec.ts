import { expect, type Locator, type Page } from '@playwright/test';
import { fileWithdrawal, makePlayer } from './support/cashier.ts';
import { openHeldBack } from './support/held-back.ts';
import { field } from './support/panel.ts';
import { test } from './support/test.ts';

const answers = '**/api/**';

async function expectToStay(place: Locator, meanwhile: () => Promise<void>): Promise<void> {
  const topOf = () => place.evaluate((node) => node.getBoundingClientRect().top);
  const before = await topOf();
  await meanwhile();
  const movedPx = async () => Math.abs((await topOf()) - before);
  await expect.poll(movedPx).toBeLessThan(2);
}

interface Place {
  path: string;
  /** Stands below what comes late. */
  below: (page: Page) => Locator;
  /** Tells that it has come. */
  come: (page: Page) => Locator;
}

const charts: Place = {
  path: '/dashboard',
  below: (page) => page.getByText(/^Profit\/Loss by hour/),
  come: (page) => page.getByRole('region', { name: /^Profit\/Loss by hour.*\(USD\)/ }),
};
const activity: Place = {
  path: '/activity',
  below: (page) => field(page, 'Start Date'),
  come: (page) => page.getByText(/^(Verified up to|No event is sealed yet)/),
};

// On a phone the note of Activity has a line more or less, as there are events to be sealed.
const places = [
  { ...charts, width: 1366 },
  { ...charts, width: 360 },
  { ...activity, width: 1366 },
];

for (const { path, width, below, come } of places) {
  test(`${path}: what comes late pushes nothing away, ${width} px`, async ({ page, superUser }) => {
    await page.setViewportSize({ width, height: 800 });
    const answer = await openHeldBack(page, superUser, path, answers);
    await expectToStay(below(page), async () => {
      answer();
      await expect(come(page)).toBeVisible();
    });
  });
}

test('the cash desk keeps the room of what waits', async ({ page, admin }) => {
  const player = await makePlayer(admin, { balance: 100 });
  await fileWithdrawal(player, 50);
  const answer = await openHeldBack(page, admin, '/deposit-withdraw', answers);
  await expectToStay(field(page, 'Start Date'), async () => {
    answer();
    await expect(page.getByRole('button', { name: /^1 pending in USD/ })).toBeVisible();
  });
});
