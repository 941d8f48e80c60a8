import { expect } from '@playwright/test';
import { button, field, rowOf, toast } from './support/panel.ts';
import { deposit, makeUser, signIn, withdraw } from './support/people.ts';
import { test } from './support/test.ts';

test('the side menu leads to Profile, Bet History and Account Statement', async ({
  page,
  admin,
}) => {
  const client = await makeUser(admin);
  await signIn(page, admin);
  await page.goto(`/my-account/profile/${client._id}`);
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

test('the profile lists every field but those that are hidden', async ({ page, admin }) => {
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
});

test('a stranger has no profile to show', async ({ page, admin, superUser }) => {
  const stranger = await makeUser(superUser);
  await signIn(page, admin);
  await page.goto(`/my-account/profile/${stranger._id}`);
  await expect(page.getByText('No profile data available.')).toBeVisible();
  await expect(toast(page, 'Error', 'User not found.')).toBeVisible();
  await expect(page.getByText(stranger.username)).toHaveCount(0);
});

test('a profile without an id says that there is none', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto('/my-account/profile');
  await expect(page.getByText('No profile data available.')).toBeVisible();
});

test('the account statement has its columns and a total of what came and went', async ({
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
  await expect(page.getByRole('columnheader')).toHaveText([
    'Id',
    'Date',
    'Username',
    'Deposit',
    'Withdraw',
    'Bank Balance',
    'Remarks',
  ]);
  const rows = rowOf(page, client.username);
  await expect(rows).toHaveCount(3);
  const amounts = async (index: number) =>
    (await rows.nth(index).getByRole('cell').allTextContents()).slice(3);
  expect((await amounts(0)).slice(0, 3)).toEqual(['0', '-30', '90.50']);
  expect(await amounts(1)).toEqual(['+20.50', '0', '120.50', 'Cash bonus']);
  const total = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Total' }) });
  await expect(total.getByRole('cell')).toHaveText(['', '', '+120.50', '-30', '', '']);
});

test('remarks that nobody made are shown as a dash', async ({ page, admin }) => {
  const client = await makeUser(admin);
  await deposit(admin, client, 10);
  await signIn(page, admin);
  await page.goto(`/my-account/account-statement/${client._id}`);
  await expect(rowOf(page, client.username).getByRole('cell').nth(6)).toHaveText('Cash -');
});

test('the account statement follows its dates only when Search is pressed', async ({
  page,
  admin,
}) => {
  const client = await makeUser(admin, { balance: 100 });
  await signIn(page, admin);
  await page.goto(`/my-account/account-statement/${client._id}`);
  await expect(rowOf(page, client.username)).toHaveCount(1);
  await field(page, 'End Date').click();
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  await field(calendar, 'Year').fill('1999');
  await calendar.getByRole('button', { name: /^1 .* 1999$/ }).click();
  await expect(field(page, 'End Date')).toHaveValue(/^01-\d\d-1999$/);
  await expect(rowOf(page, client.username)).toHaveCount(1);
  await expect(page).toHaveURL(`/my-account/account-statement/${client._id}`);
  await button(page, 'Search').click();
  await expect(page.getByRole('cell', { name: 'No matching records found' })).toBeVisible();
  await expect(page).toHaveURL(/endDay=1999-\d\d-01/);
});

test('the statement of a stranger shows nothing and says so', async ({
  page,
  admin,
  superUser,
}) => {
  const stranger = await makeUser(superUser, { balance: 3 });
  await signIn(page, admin);
  await page.goto(`/my-account/account-statement/${stranger._id}`);
  await expect(page.getByRole('alert').getByText('User not found.')).toBeVisible();
  await expect(page.getByText(stranger.username)).toHaveCount(0);
});
