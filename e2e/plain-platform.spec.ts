import { expect, type Page } from '@playwright/test';
import { follow } from './support/cast.ts';
import { button, field, rowOf, toast } from './support/panel.ts';
import { type Asked, standIn } from './support/plain-platform.ts';
import { test } from './support/test.ts';

async function enter(page: Page): Promise<Asked[]> {
  const asked = await standIn(page);
  await page.goto('/login');
  await field(page, 'Username').fill('speck');
  await field(page, 'Password').fill('Speck@12345');
  await button(page, 'Login').click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('banner')).toContainText('B 1,000.25');
  return asked;
}

/** Every address with what must be there to be seen. */
const screens: [address: string, words: string | RegExp][] = [
  ['/dashboard', 'Total Profit/Loss+6'],
  ['/users', /7plain-clientPlain ClientUSER-5120.50INRactiveNo/],
  ['/users?admin=5', /7plain-clientPlain Client/],
  ['/deleted-users', /8goneGoneUSERNo/],
  ['/transaction-details', /505-/],
  ['/my-account/account-statement/7', /plain-client\+505-/],
  ['/my-account/bet-history/7', /plain-client900104Manual/],
  ['/my-account/profile/7', 'Favourite Colourgreen'],
  ['/clients/7', /plain-client.*Balance.*plain-client900104/s],
  ['/deposit-withdraw', /12.*plain-client50.*Withdraw/],
  ['/rounds?round=900', /9002.35×.*9002.35×/s],
  ['/bets', /plain-client900104/],
  ['/reports', /9001104/],
  ['/round-bets/900', /plain-client900104/],
  ['/banks', /GB29PLAIN123Holder123Plain BankNo5500Active/],
  ['/event', /e1Plain Cup1/],
  ['/multiplayer', /1.50×3.00×40/],
  ['/customer-support', /https:\/\/t.me\/plain/],
  ['/new-user/7', 'Edit User'],
  ['/new-user', 'Create New User'],
  ['/Common/Profile', 'Change Password'],
];

test('every screen shows what a platform with the given calls alone has to show', async ({
  page,
}) => {
  const asked = await enter(page);
  for (const [address, words] of screens) {
    await follow(page, address);
    await expect(page.getByRole('main'), address).toContainText(words);
    await expect(page.getByRole('main'), address).not.toContainText(/undefined|NaN/);
    const failures = page.getByRole('region', { name: 'Notifications' }).getByRole('alert');
    await expect(failures, address).toHaveCount(0);
  }
  await expect(page).toHaveURL('/Common/Profile');
  const rounds = asked.find(({ call }) => call.endsWith('/getAllRounds'));
  expect(rounds?.body.columns).toEqual([]);
});

/** Parts of a screen that are beyond what is given, and the calls that they need. */
const extras = {
  '/Common/Profile': {
    '/api/sessions': 'Sessions',
    '/api/second-factor': 'Two-factor sign-in',
    '/api/security/settings': 'Security of operators',
  },
  '/multiplayer': { '/api/multiplier/versions': 'Versions of the table' },
};

test('what the platform has no call for is left out without a word', async ({ page }) => {
  await enter(page);
  for (const [address, parts] of Object.entries(extras)) {
    const answers = Object.keys(parts).map((call) =>
      page.waitForResponse((response) => response.url().endsWith(call)),
    );
    await page.goto(address);
    const statuses = (await Promise.all(answers)).map((answer) => answer.status());
    expect(statuses).toEqual(answers.map(() => 404));
    for (const part of Object.values(parts)) {
      await expect(page.getByRole('region', { name: part })).toHaveCount(0);
    }
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

test('money is moved, banks are added and requests decided there', async ({ page }) => {
  const asked = await enter(page);
  await page.goto('/users');
  await button(rowOf(page, 'plain-client'), 'Deposit/Withdraw').click();
  await field(page, 'Amount').fill('5');
  await button(page, 'Deposit').click();
  await expect(toast(page, 'Success', 'Done by the other platform.')).toBeVisible();
  await page.goto('/banks');
  await button(page, 'Add Bank').click();
  for (const name of ['Bank Name', 'Account Holder', 'Account Number', 'IBAN']) {
    await field(page.getByRole('dialog'), name).fill('Any1');
  }
  await button(page, 'Save').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(asked.find(({ call }) => call === 'POST /banks/add/bank')?.body).toMatchObject({
    bankName: 'Any1',
    status: 'active',
  });
  await page.goto('/deposit-withdraw');
  await button(rowOf(page, '12'), 'Bank Details').click();
  await expect(page.getByRole('dialog', { name: 'Bank Details' })).toContainText('StatusActive');
});

test('an answer that is lost there is left to the operator', async ({ page }) => {
  await enter(page);
  await page.route('**/api/transactions/deposit/7', (route) => route.abort());
  await page.goto('/users');
  await button(rowOf(page, 'plain-client'), 'Deposit/Withdraw').click();
  const dialog = page.getByRole('dialog', { name: 'Deposit/Withdraw' });
  await field(dialog, 'Amount').fill('5');
  await button(dialog, 'Deposit').click();
  await expect(dialog).toContainText('Look into the statement before you send it again.');
  await expect(button(dialog, 'Deposit')).toBeDisabled();
  await button(dialog, 'I have looked').click();
  await expect(button(dialog, 'Deposit')).toBeEnabled();
});
