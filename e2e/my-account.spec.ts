import { expect } from '@playwright/test';
import { rowOf, toast } from './support/panel.ts';
import { deposit, makeUser, signIn, withdraw } from './support/people.ts';
import { test } from './support/test.ts';

test("a client's profile lists its fields, and the side menu leads to its other pages", async ({
  page,
  admin,
}) => {
  const client = await makeUser(admin, { balance: 42.5 });
  await signIn(page, admin);
  await page.goto(`/my-account/profile/${client._id}`);
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('term')).toHaveText([
    'Username',
    'Name',
    'Role',
    'Exposure',
    'Balance',
    'Currency',
    'Status',
    'Is Demo',
    'Min Bet Limit',
    'Max Bet Limit',
    'Last Login',
  ]);
  await expect(main.getByRole('definition')).toHaveText([
    client.username,
    `Name of ${client.username}`,
    'USER',
    '0',
    '42.50',
    'USD',
    'active',
    'No',
    '-',
    '-',
    '-',
  ]);
  const menu = page.getByRole('navigation', { name: 'My account' });
  await expect(menu.getByRole('link')).toHaveText(['Profile', 'Bet History', 'Account Statement']);
  await expect(menu.getByText(client.username)).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page');
  await menu.getByRole('link', { name: 'Bet History' }).click();
  await expect(page).toHaveURL(`/my-account/bet-history/${client._id}`);
  await menu.getByRole('link', { name: 'Account Statement' }).click();
  await expect(page).toHaveURL(`/my-account/account-statement/${client._id}`);
  await expect(page.getByRole('heading', { name: 'Account Statement' })).toBeVisible();
});

test('the account statement has what came and went, with remarks and a total', async ({
  page,
  admin,
}) => {
  const client = await makeUser(admin, { balance: 100 });
  await deposit(admin, client, 20.5, 'bonus');
  await withdraw(admin, client, 30);
  await signIn(page, admin);
  await page.goto('/users');
  await rowOf(page, client.username)
    .getByRole('link', { name: 'Transaction Details', exact: true })
    .click();
  await expect(page).toHaveURL(`/my-account/account-statement/${client._id}`);
  const rows = rowOf(page, client.username);
  await expect(rows).toHaveCount(3);
  const amounts = async (index: number) =>
    (await rows.nth(index).getByRole('cell').allTextContents()).slice(3);
  // Remarks that nobody made are a dash.
  expect(await amounts(0)).toEqual(['0', '-30', '90.50', 'Cash -']);
  expect(await amounts(1)).toEqual(['+20.50', '0', '120.50', 'Cash bonus']);
  const total = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Total' }) });
  await expect(total.getByRole('cell')).toHaveText(['', '', '+120.50', '-30', '', '']);
});

test('the pages of a stranger show nothing and say so', async ({ page, admin, superUser }) => {
  const stranger = await makeUser(superUser, { balance: 3 });
  await signIn(page, admin);
  await page.goto(`/my-account/profile/${stranger._id}`);
  await expect(page.getByText('No profile data available.')).toBeVisible();
  await expect(toast(page, 'Error', 'User not found.')).toBeVisible();
  await expect(page.getByText(stranger.username)).toHaveCount(0);
  await page.goto(`/my-account/account-statement/${stranger._id}`);
  await expect(page.getByRole('alert').getByText('User not found.')).toBeVisible();
  await expect(page.getByText(stranger.username)).toHaveCount(0);
});
