import { expect, type Locator, type Page } from '@playwright/test';
import { button, openUserMenu, toast } from './support/panel.ts';
import { signIn } from './support/people.ts';
import { test, underClock } from './support/test.ts';

// Here alone things move: the welcome, toasts, the sidebar.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const phone = { width: 390, height: 780 };
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
  });
}

test('the entry of the page one is on is the current one', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto('/users');
  const current = sidebar(page).getByRole('link', { name: 'Users', exact: true });
  await expect(current).toHaveAttribute('aria-current', 'page');
  await sidebar(page).getByRole('link', { name: 'Deleted Users' }).click();
  await expect(page).toHaveURL('/deleted-users');
  await expect(current).not.toHaveAttribute('aria-current', 'page');
  const next = sidebar(page).getByRole('link', { name: 'Deleted Users' });
  await expect(next).toHaveAttribute('aria-current', 'page');
  expect(await colourBehind(next)).not.toBe(await colourBehind(current));
});

function colourBehind(locator: Locator): Promise<string> {
  return locator.evaluate((element) => getComputedStyle(element).backgroundColor);
}

test('the sidebar is 200 px wide, slim 50 px, and gives its room away when closed', async ({
  page,
  admin,
}) => {
  await signIn(page, admin);
  await page.goto('/dashboard');
  await expect.poll(() => sizeOf(sidebar(page))).toMatchObject({ width: 200 });
  await button(page, 'Icons only').click();
  await expect.poll(() => sizeOf(sidebar(page))).toMatchObject({ width: 50 });
  await sidebar(page).getByRole('link', { name: 'Deleted Users' }).click();
  await expect(page).toHaveURL('/deleted-users');
  await button(page, 'Show labels').click();
  await expect.poll(() => sizeOf(sidebar(page))).toMatchObject({ width: 200 });
  const before = await sizeOf(page.getByRole('main'));
  await button(page, 'Menu').click();
  await expect(sidebar(page)).toBeHidden();
  const after = await sizeOf(page.getByRole('main'));
  expect(after.width).toBeGreaterThan(before.width ?? 0);
});

test('on a phone the sidebar starts closed; a tap beside it, Escape or an entry closes it', async ({
  page,
  admin,
}) => {
  await page.setViewportSize(phone);
  await signIn(page, admin);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(sidebar(page)).toBeHidden();
  await button(page, 'Menu').click();
  await expect(sidebar(page)).toBeVisible();
  await expect(sidebar(page)).toBeInViewport({ ratio: 0.9 });
  await page.mouse.click(350, 400);
  await expect(sidebar(page)).toBeHidden();
  await button(page, 'Menu').click();
  await expect(sidebar(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sidebar(page)).toBeHidden();
  await button(page, 'Menu').click();
  await sidebar(page).getByRole('link', { name: 'Deleted Users' }).click();
  await expect(page).toHaveURL('/deleted-users');
  await expect(sidebar(page)).toBeHidden();
});

test('the footer is 50 px high and its welcome runs in 15 seconds', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto('/dashboard');
  const footer = page.getByRole('contentinfo');
  const welcome = footer.getByText(/^Welcome/);
  await expect(welcome).toBeAttached();
  expect(await sizeOf(footer)).toMatchObject({ height: 50 });
  const motion = () =>
    welcome.evaluate((element) => {
      const { animationDuration, animationPlayState } = getComputedStyle(element);
      return { animationDuration, animationPlayState };
    });
  expect(await motion()).toEqual({ animationDuration: '15s', animationPlayState: 'running' });
  await button(page, 'Pause the welcome text').click();
  expect(await motion()).toMatchObject({ animationPlayState: 'paused' });
});

test('an empty path leads to the dashboard and the old report address to the reports', async ({
  page,
  admin,
}) => {
  await signIn(page, admin);
  await page.goto('/');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/Reports/BookDetail');
  await expect(page).toHaveURL('/reports');
});

test('an address that leads nowhere says so and shows a way back', async ({ page, admin }) => {
  await signIn(page, admin);
  for (const path of ['/nowhere', '/new-user/abc', '/my-account/profile/0x10']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
  await button(page, 'Go to the dashboard').click();
  await expect(page).toHaveURL('/dashboard');
});

test(
  'the loading overlay comes only when a request takes longer than 150 ms',
  underClock,
  async ({ page, admin }) => {
    await page.clock.install();
    await signIn(page, admin);
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Total Users' })).toContainText('0');
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/users/deletedusers', async (route) => {
      asked.resolve();
      await answer.promise;
      await route.continue();
    });
    const overlay = page.getByRole('status', { name: 'Loading' });
    await expect(overlay).toHaveCount(0);
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    await sidebar(page).getByRole('link', { name: 'Deleted Users' }).click();
    await asked.promise;
    await page.clock.runFor(140);
    await expect(overlay).toHaveCount(0);
    await page.clock.runFor(20);
    await expect(overlay).toBeVisible();
    answer.resolve();
    await expect(overlay).toHaveCount(0);
  },
);

test(
  'a toast stays for five seconds, and a second after the pointer has left it',
  underClock,
  async ({ page }) => {
    await page.clock.install();
    await page.goto('/login');
    await expect(button(page, 'Login')).toBeVisible();
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    const words = toast(page, 'Validation Error', 'Please enter both username and password');
    await page.getByLabel('Username').press('Enter');
    const open = await msUntilGone(page, words);
    expect(open).toBeGreaterThanOrEqual(5_000);
    expect(open).toBeLessThan(6_000);

    await page.getByLabel('Username').press('Enter');
    await words.hover();
    await page.clock.runFor(20_000);
    await expect(words).toBeVisible();
    await page.mouse.move(10, 700);
    const afterHover = await msUntilGone(page, words);
    expect(afterHover).toBeGreaterThanOrEqual(1_000);
    expect(afterHover).toBeLessThan(2_000);
  },
);

/** Lets the page's clock run until it is gone, and tells by that clock how long it took. */
async function msUntilGone(page: Page, locator: Locator, stepMs = 100): Promise<number> {
  const now = () => page.evaluate(() => Date.now());
  await expect(locator).toBeVisible();
  const before = await now();
  const step = async () => {
    await page.clock.runFor(stepMs);
    return locator.count();
  };
  await expect.poll(step, { intervals: [10] }).toBe(0);
  return (await now()) - before;
}

test(
  'toasts stand at the top right, the newest on top, and a click dismisses one',
  underClock,
  async ({ page }) => {
    await page.clock.install();
    await page.route('**/api/auth/login', (route) => route.abort());
    await page.goto('/login');
    await expect(button(page, 'Login')).toBeVisible();
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    await page.getByLabel('Username').press('Enter');
    const older = toast(page, 'Validation Error', 'Please enter both username and password');
    await expect(older).toBeVisible();
    await page.getByLabel('Username').fill('somebody');
    await page.getByLabel('Password').fill('secret');
    await button(page, 'Login').click();
    const newer = toast(page, 'Error', 'Login failed. Please try again.');
    await expect(newer).toBeVisible();
    const [above, below] = [await newer.boundingBox(), await older.boundingBox()];
    expect(above?.y).toBeLessThan(below?.y ?? 0);
    expect((above?.x ?? 0) + (above?.width ?? 0)).toBeGreaterThan(1366 - 60);
    await newer.click();
    expect(await msUntilGone(page, newer)).toBeLessThan(1_000);
    await expect(older).toBeVisible();
  },
);

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

test('a lost connection is said, and the panel recovers without a new sign-in', async ({
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
});

test('a server that is starting or away logs nobody out', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.route('**/api/users/getAgentbalance', (route) =>
    route.fulfill({ status: 503, json: { status: 'error', message: 'The database is away.' } }),
  );
  await page.goto('/dashboard');
  await expect(page.getByText('Connection lost. Trying again…')).toBeVisible();
  await page.unroute('**/api/users/getAgentbalance');
  await expect(page.getByRole('banner')).toContainText('B 10,000 USD');
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
    expect(await msUntilGone(page, notice, 1_000)).toBeGreaterThan(50_000);
    await expect(page).toHaveURL('/login');
    await expect(toast(page, 'Error', 'Connection lost. Please log in again.')).toBeVisible();
  },
);
