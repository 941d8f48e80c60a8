import { expect, type Locator, type Page } from '@playwright/test';
import { button, openUserMenu, toast } from './support/panel.ts';
import { signIn } from './support/people.ts';
import { test, underClock } from './support/test.ts';

/** The given entries of an ADMIN's sidebar; pages of our own may stand among them. */
const everyone = [
  'Dashboard',
  'Deposit/Withdraw',
  'Reports',
  'Users',
  'Deleted Users',
  'Transaction Details',
  'Rounds',
  'Bets',
  'Banks',
  'Customer Support',
];
const ofSuper = ['Event', 'Multiplayer'];

function sidebar(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' });
}

async function sizeOf(locator: Locator) {
  const box = await locator.boundingBox();
  return { width: box?.width, height: box?.height };
}

test('the header names panel, operator, role and balance, and leads to where it says', async ({
  page,
  admin,
}) => {
  await signIn(page, admin);
  await page.goto('/users');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'ADMIN PANEL' })).toBeVisible();
  const name = admin.username.charAt(0).toUpperCase() + admin.username.slice(1);
  await expect(header.getByText(name, { exact: true })).toBeVisible();
  await expect(header.getByText('admin', { exact: true })).toBeVisible();
  await expect(header).toContainText('B 10,000 USD');
  expect(await sizeOf(header)).toMatchObject({ width: 1366, height: 55 });
  await header.getByRole('link', { name: 'ADMIN PANEL' }).click();
  await expect(page).toHaveURL('/dashboard');
  await header.getByRole('link', { name: 'Clients' }).click();
  await expect(page).toHaveURL('/users');
  await header.getByRole('link', { name: 'Book Detail' }).click();
  await expect(page).toHaveURL('/reports');
  await openUserMenu(page, admin.username);
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/Common/Profile');
});

test('SUPER finds its other wallets behind the balance', async ({ page, superUser }) => {
  await signIn(page, superUser);
  await page.goto('/dashboard');
  await page.getByRole('banner').getByRole('button', { name: /^B / }).click();
  const wallets = page.getByRole('dialog', { name: 'Wallets' });
  await expect(wallets.getByRole('rowheader')).toHaveText(['USD', 'INR', 'PKR']);
});

test('what hangs from the header goes with the screen that it was opened on', async ({
  page,
  superUser,
}) => {
  await signIn(page, superUser);
  await page.goto('/users');
  await sidebar(page).getByRole('link', { name: 'Banks', exact: true }).click();
  await expect(page).toHaveURL('/banks');
  const header = page.getByRole('banner');
  const hanging = [
    [header.getByRole('button', { name: /^B / }), page.getByRole('dialog', { name: 'Wallets' })],
    [
      header.getByRole('button', { name: /^Notifications/ }),
      page.getByRole('dialog', { name: 'Notifications' }),
    ],
    [header.getByRole('button', { name: /super/i }), page.getByRole('menu')],
  ] as const;
  for (const [opener, opened] of hanging) {
    await opener.click();
    await expect(opened).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/users');
    await expect(opened).toHaveCount(0);
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    await page.goForward();
    await expect(page).toHaveURL('/banks');
  }
});

/** Their labels, without what is counted beside them. */
function entries(page: Page): Promise<string[]> {
  const labels = sidebar(page).getByRole('link').locator('span:first-of-type');
  return labels.allInnerTexts();
}

async function givenEntries(page: Page): Promise<string[]> {
  return (await entries(page)).filter((label) => [...everyone, ...ofSuper].includes(label));
}

/** SUPER sees Event and Multiplayer as well. */
const entriesOf = {
  ADMIN: everyone,
  SUPER: [...everyone.slice(0, -1), ...ofSuper, 'Customer Support'],
};

for (const role of ['ADMIN', 'SUPER'] as const) {
  test(`the sidebar shows ${role} its entries, and each of them opens and refuses nothing`, async ({
    page,
    admin,
    superUser,
  }) => {
    // A dozen pages, each as slow as a test of its own would be.
    test.slow();
    const refused: string[] = [];
    page.on('response', (reply) => {
      if (reply.status() >= 400) refused.push(`${reply.status()} ${reply.url()}`);
    });
    await signIn(page, role === 'SUPER' ? superUser : admin);
    await page.goto('/dashboard');
    await expect.poll(() => givenEntries(page)).toEqual(entriesOf[role]);
    for (const label of await entries(page)) {
      await sidebar(page).getByRole('link', { name: label, exact: true }).click();
      // What waits to be read stands in front.
      await expect(page).toHaveTitle(new RegExp(`^(\\([0-9+]+\\) )?${label} \\| ADMIN PANEL$`));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    }
    expect(refused).toEqual([]);
    expect(await filesWithNonce(page)).toEqual([]);
  });
}

/** A nonce is new in each page: what a browser has compiled under one would never serve again. */
function filesWithNonce(page: Page): Promise<string[]> {
  const files = page.locator('script, link');
  return files.evaluateAll((all: HTMLElement[]) =>
    all.filter(({ nonce }) => nonce).map(({ outerHTML }) => outerHTML),
  );
}

test('old addresses lead on, and one that leads nowhere says so and shows a way back', async ({
  page,
  admin,
}) => {
  await signIn(page, admin);
  await page.goto('/');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/Reports/BookDetail');
  await expect(page).toHaveURL('/reports');
  for (const path of ['/nowhere', '/new-user/abc', '/my-account/profile/0x10']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
  await button(page, 'Go to the dashboard').click();
  await expect(page).toHaveURL('/dashboard');
});

test('dark mode is remembered', async ({ page, admin }) => {
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await signIn(page, admin);
  await page.goto('/dashboard');
  await openUserMenu(page, admin.username);
  expect(await scheme()).toBe('light');
  await page.getByRole('menuitem', { name: 'Dark mode' }).click();
  await expect(page.getByRole('menuitem', { name: 'Light mode' })).toBeVisible();
  expect(await scheme()).toBe('dark');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  expect(await scheme()).toBe('dark');
});

test('a lost connection and a slow answer are shown, and nobody has to sign in again', async ({
  page,
  admin,
}) => {
  await signIn(page, admin);
  await page.route('**/api/**', (route) => route.abort());
  await page.goto('/dashboard');
  const notice = page.getByText('Connection lost. Trying again…');
  await expect(notice).toBeVisible();
  await page.unroute('**/api/**');
  await expect(page.getByRole('banner')).toContainText('B 10,000 USD');
  await expect(notice).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard');

  const overlay = page.getByRole('status', { name: 'Loading' });
  await expect(overlay).toHaveCount(0);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/users/deletedusers', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await sidebar(page).getByRole('link', { name: 'Deleted Users' }).click();
  await expect(overlay).toBeVisible();
  answer.resolve();
  await expect(overlay).toHaveCount(0);
});

test(
  'a connection that stays lost for a minute ends in a logout',
  underClock,
  async ({ page, admin }) => {
    await page.clock.install();
    await signIn(page, admin);
    await page.route('**/api/users/getAgentbalance', (route) => route.abort());
    await page.goto('/dashboard');
    const notice = page.getByText('Connection lost. Trying again…');
    await expect(notice).toBeVisible();
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    expect(await msUntilGone(page, notice)).toBeGreaterThan(50_000);
    await expect(page).toHaveURL('/login');
    await expect(toast(page, 'Error', 'Connection lost. Please log in again.')).toBeVisible();
  },
);

/** Lets the page's clock run until it is gone, and tells by that clock how long it took. */
async function msUntilGone(page: Page, locator: Locator): Promise<number> {
  const now = () => page.evaluate(() => Date.now());
  await expect(locator).toBeVisible();
  const before = await now();
  const step = async () => {
    await page.clock.runFor(1_000);
    return locator.count();
  };
  await expect.poll(step, { intervals: [10] }).toBe(0);
  return (await now()) - before;
}
