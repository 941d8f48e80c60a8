import { expect, type Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { makeDesk, openDesk } from './support/cash-desk.ts';
import { fileWithdrawal, makePlayer } from './support/cashier.ts';
import { button, rowOf } from './support/panel.ts';
import { deposit, makeAdmin, makeUser, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const livePath = '**/api/live';

function bell(page: Page, unread: number) {
  const name = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
  return page.getByRole('button', { name, exact: true });
}

/** Counts the streams that a page has opened. */
function countStreams(page: Page): () => number {
  let streams = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/live') streams += 1;
  });
  return () => streams;
}

test('the balance follows what is done elsewhere', async ({ page, admin }) => {
  const client = await makeUser(admin);
  await signIn(page, admin);
  await page.goto('/users');
  const wallet = page.getByRole('banner').getByRole('button', { name: /^B / });
  await expect(wallet).toBeVisible();
  await expect(bell(page, 0)).toBeVisible();
  const before = await wallet.textContent();
  await deposit(admin, client, 12.5);
  await expect(wallet).not.toHaveText(before ?? '');
});

test('requests are announced under the reader, and come in where nobody reads', async ({
  page,
  admin,
}) => {
  const { client, fileDeposit: file } = await makeDesk(admin);
  const first = await file(10);
  await openDesk(page, admin);
  await rowOf(page, first).hover();
  const second = await fileWithdrawal(client, 5);
  await expect(button(page, '1 new')).toBeVisible();
  const third = await file(11);
  await expect(button(page, '2 new')).toBeVisible();
  await expect(rowOf(page, second)).toHaveCount(0);
  const entry = page.getByRole('link', { name: 'Deposit/Withdraw', exact: true });
  await expect(entry).toHaveAccessibleDescription('3 pending');
  expect(await violations(page, 'everything')).toEqual([]);
  await button(page, '2 new').click();
  await expect(rowOf(page, second)).toBeVisible();
  await expect(rowOf(page, third)).toBeVisible();
  await expect(button(page, '2 new')).toHaveCount(0);
  await page.getByRole('heading', { name: 'Deposit/Withdraw' }).hover();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const fourth = await file(12);
  await expect(rowOf(page, fourth)).toBeVisible();
});

test('of two operators each is called for its own, and the bell keeps what was read', async ({
  page,
  browser,
  admin,
  superUser,
}) => {
  const other = await makeAdmin(superUser);
  const context = await browser.newContext();
  const beside = await context.newPage();
  for (const [one, operator] of [[page, admin] as const, [beside, other] as const]) {
    await signIn(one, operator);
    await one.goto('/users');
    await expect(bell(one, 0)).toBeVisible();
  }
  const player = await makePlayer(admin, { balance: 50 });
  await fileWithdrawal(player, 7.5);
  await expect(bell(page, 1)).toBeVisible();
  await expect(page).toHaveTitle('(1) Users | ADMIN PANEL');
  await bell(page, 1).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByText(`${player.username}: 7.50 USD`)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page, 'everything')).toEqual([]);
  }
  await panel.getByRole('button', { name: /Withdraw request/ }).click();
  await expect(page).toHaveURL(/deposit-withdraw/);
  await expect(bell(page, 0)).toBeVisible();
  await page.reload();
  await expect(bell(page, 0)).toBeVisible();
  await expect(page).toHaveTitle('Deposit/Withdraw | ADMIN PANEL');
  await expect(bell(beside, 0)).toBeVisible();
  await context.close();
});

test('a panel whose session ends elsewhere goes to the login page by itself', async ({
  page,
  superUser,
}) => {
  const operator = await makeAdmin(superUser);
  await signIn(page, operator);
  await page.goto('/users');
  await expect(bell(page, 0)).toBeVisible();
  await page.request.post('/api/auth/logout', {
    headers: { authorization: `Bearer ${operator.token}` },
  });
  await expect(page).toHaveURL(/login/);
});

test('where streams do not get through the panel asks instead', async ({ page, admin }) => {
  await page.route(livePath, (route) =>
    route.request().headers().accept === 'text/event-stream' ? route.abort() : route.continue(),
  );
  await signIn(page, admin);
  await page.goto('/users');
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
});

test('out of view it hears nothing, and back in view what it missed', async ({
  page,
  superUser,
}) => {
  const admin = await makeAdmin(superUser, { balance: 1_000 });
  const streams = countStreams(page);
  await signIn(page, admin);
  await page.goto('/users');
  await expect(bell(page, 0)).toBeVisible();
  const show = (state: string) =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => visibilityState,
      });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await show('hidden');
  const player = await makePlayer(admin, { balance: 50 });
  await fileWithdrawal(player, 5);
  expect(streams()).toBe(1);
  await expect(bell(page, 0)).toBeVisible();
  await show('visible');
  await expect(page.getByRole('button', { name: /^Notifications, \d unread$/ })).toBeVisible();
  expect(streams()).toBe(2);
});
