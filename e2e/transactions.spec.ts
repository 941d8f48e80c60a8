import { users } from '@pitboss/contract/users';
import { expect, type Locator, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { button, field, rowOf, time, toast } from './support/panel.ts';
import {
  balanceOf,
  deposit,
  makeAdmin,
  makeUser,
  type Person,
  signIn,
  statementOf,
  withdraw,
} from './support/people.ts';
import { test } from './support/test.ts';

async function openFunds(page: Page, client: Person): Promise<Locator> {
  await page.goto('/users');
  await button(rowOf(page, client.username), 'Deposit/Withdraw').click();
  const dialog = page.getByRole('dialog', { name: 'Deposit/Withdraw' });
  await expect(dialog).toBeVisible();
  return dialog;
}

test.describe('Deposit/Withdraw', () => {
  test('a deposit moves money to the client, and a withdrawal moves it back', async ({
    page,
    admin,
  }) => {
    const client = await makeUser(admin);
    await signIn(page, admin);
    const dialog = await openFunds(page, client);
    await field(dialog, 'Amount').fill('120.50');
    await field(dialog, 'Remarks').fill('for the weekend');
    await button(dialog, 'Deposit').click();
    await expect(toast(page, 'Success', 'Deposit successful!')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    const balance = rowOf(page, client.username).getByRole('cell').nth(5);
    await expect(balance).toHaveText('120.50');
    await expect(page.getByRole('banner')).toContainText('B 9,879.50 USD');
    expect(await statementOf(admin, client)).toMatchObject([
      { deposit: 120.5, withdraw: 0, bankBalance: 120.5, remarks: 'for the weekend' },
    ]);

    await button(rowOf(page, client.username), 'Deposit/Withdraw').click();
    await field(dialog, 'Amount').fill('40');
    await button(dialog, 'Withdraw').click();
    await expect(toast(page, 'Success', 'Withdraw successful!')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(balance).toHaveText('80.50');
    await expect(page.getByRole('banner')).toContainText('B 9,919.50 USD');
  });

  test('too little money is said with the balance, and the dialog stays', async ({
    page,
    admin,
  }) => {
    const client = await makeUser(admin, { balance: 30 });
    await signIn(page, admin);
    const dialog = await openFunds(page, client);
    await field(dialog, 'Amount').fill('30.01');
    await button(dialog, 'Withdraw').click();
    await expect(toast(page, 'Error', 'Withdraw failed. Please try again.')).toBeVisible();
    await expect(field(dialog, 'Amount')).toHaveAccessibleDescription(/Not enough balance: 30/);
    await expect(page.getByText('Not enough balance')).toHaveCount(1);
    await field(dialog, 'Amount').fill('30');
    await button(dialog, 'Withdraw').click();
    await expect(dialog).toHaveCount(0);
    expect(await balanceOf(admin, client)).toBe(0);
  });

  test('a double click on Deposit moves money once, the same amount again once more', async ({
    page,
    admin,
  }) => {
    const client = await makeUser(admin);
    await signIn(page, admin);
    const dialog = await openFunds(page, client);
    await field(dialog, 'Amount').fill('25');
    await button(dialog, 'Deposit').dblclick();
    await expect(toast(page, 'Success', 'Deposit successful!')).toHaveCount(1);
    await expect(rowOf(page, client.username).getByRole('cell').nth(5)).toHaveText('25');
    expect(await balanceOf(admin, client)).toBe(25);
    expect(await statementOf(admin, client)).toHaveLength(1);

    await openFunds(page, client);
    await field(dialog, 'Amount').fill('25');
    await button(dialog, 'Deposit').click();
    await expect(dialog).toHaveCount(0);
    expect(await balanceOf(admin, client)).toBe(50);
  });

  test('a client that is gone meanwhile is said to be gone', async ({ page, admin }) => {
    const client = await makeUser(admin);
    await signIn(page, admin);
    const dialog = await openFunds(page, client);
    await call(users.remove, { token: admin.token, params: { id: client._id } });
    await field(dialog, 'Amount').fill('5');
    await button(dialog, 'Deposit').click();
    await expect(toast(page, 'Error', 'User not found.')).toBeVisible();
  });

  test('a demo account is given play money and cannot withdraw', async ({ page, admin }) => {
    const client = await makeUser(admin, { isDemo: true });
    await signIn(page, admin);
    const dialog = await openFunds(page, client);
    await expect(button(dialog, 'Withdraw')).toBeDisabled();
    await field(dialog, 'Amount').fill('500');
    await button(dialog, 'Deposit').click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('banner')).toContainText('B 10,000 USD');
  });
});

/** A client with four entries: 50, 70.25 and 5 in, 20 out. */
async function makeHistory(admin: Parameters<typeof makeUser>[0]): Promise<Person> {
  const client = await makeUser(admin, { balance: 50 });
  await deposit(admin, client, 70.25, 'second deposit');
  await withdraw(admin, client, 20, 'taken out');
  await deposit(admin, client, 5);
  return client;
}

async function cellsOf(row: Locator): Promise<string[]> {
  return row.getByRole('cell').allTextContents();
}

test.describe('Transaction Details', () => {
  test('lists the branch with its totals, the newest entry first, since yesterday', async ({
    page,
    admin,
  }) => {
    const client = await makeHistory(admin);
    await signIn(page, admin);
    const request = page.waitForRequest('**/api/transactions/getAllStatement');
    await page.goto('/transaction-details');
    // Each move has an entry at either side, and the ADMIN was given 10,000 at first.
    await expect(page.getByText('Showing 1 to 9 of 9 entries')).toBeVisible();
    const newest = rowOf(page, client.username).first();
    const [, , date, ...amounts] = await cellsOf(newest);
    expect(date).toMatch(time);
    expect(amounts.slice(0, 3)).toEqual(['+5', '0', '105.25']);
    const total = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
    await expect(total).toContainText('10,145.25');
    await expect(total).toContainText('145.25');

    const { startDate, endDate } = (await request).postDataJSON();
    const day = (at: Date) =>
      at.toLocaleDateString('en-GB', { timeZone: 'Asia/Kolkata' }).replaceAll('/', '-');
    await expect(field(page, 'Start Date')).toHaveValue(day(new Date(Date.now() - 86_400_000)));
    await expect(field(page, 'End Date')).toHaveValue(day(new Date()));
    // Until the last minute of today.
    expect(startDate).toMatch(/T18:30:00\.000Z$/);
    expect(endDate).toMatch(/T18:29:59\.999Z$/);
    expect(Date.parse(endDate) - Date.parse(startDate)).toBe(2 * 86_400_000 - 1);
  });

  test('of one client shows that client alone, and follows the dates in the address', async ({
    page,
    admin,
  }) => {
    const client = await makeHistory(admin);
    await signIn(page, admin);
    await page.goto(`/transaction-details/${client._id}`);
    await expect(page.getByText('Showing 1 to 4 of 4 entries')).toBeVisible();
    await expect(rowOf(page, client.username)).toHaveCount(4);
    await expect(rowOf(page, admin.username)).toHaveCount(0);
    await field(page, 'End Date').click();
    const calendar = page.getByRole('dialog', { name: 'Calendar' });
    await field(calendar, 'Year').fill('2001');
    await calendar.getByRole('button', { name: /^15 .* 2001$/ }).click();
    await expect(page.getByRole('cell', { name: 'No matching records found' })).toBeVisible();
    await expect(field(page, 'Start Date')).toHaveValue(/^15-\d\d-2001$/);
    await expect(field(page, 'End Date')).toHaveValue(/^15-\d\d-2001$/);
    await page.reload();
    await expect(field(page, 'End Date')).toHaveValue(/^15-\d\d-2001$/);
    await expect(page.getByRole('cell', { name: 'No matching records found' })).toBeVisible();
    await page.goBack();
    await expect(rowOf(page, client.username)).toHaveCount(4);
  });

  test('has a currency switch for SUPER', async ({ page, superUser }) => {
    const desk = await makeAdmin(superUser, { currency: 'INR', balance: 77 });
    await signIn(page, superUser);
    await page.goto(`/transaction-details?search=${desk.username}`);
    await expect(page.getByRole('cell', { name: 'No matching records found' })).toBeVisible();
    await field(page, 'Currency').selectOption('INR');
    await expect(rowOf(page, desk.username)).toContainText('77');
    await expect(page).toHaveURL(/currency=INR/);
  });

  test('of a stranger shows nothing and says so', async ({ page, admin, superUser }) => {
    const stranger = await makeUser(superUser, { balance: 3 });
    await signIn(page, admin);
    await page.goto(`/transaction-details/${stranger._id}`);
    await expect(page.getByRole('alert').getByText('User not found.')).toBeVisible();
    await expect(page.getByText(stranger.username)).toHaveCount(0);
  });
});
