import { auth } from '@pitboss/contract/auth';
import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { makeDesk } from './support/cash-desk.ts';
import { fileWithdrawal, type Player } from './support/cashier.ts';
import { button, field, rowOf } from './support/panel.ts';
import { balanceOf, openSession, signIn } from './support/people.ts';
import { test } from './support/test.ts';

interface HalfTyped {
  path: (client: Player) => string;
  /** What the way back is called. */
  title: string;
  open?: (page: Page, client: Player, request: string) => Promise<void>;
  /** The fields by their labels, with what is typed into each. */
  typed: Record<string, string>;
}

const forms: HalfTyped[] = [
  {
    path: ({ username }) => `/users?search=${username}`,
    title: 'Users',
    open: (page, { username }) => button(rowOf(page, username), 'Deposit/Withdraw').click(),
    typed: { Amount: '4.25', Remarks: 'Cash at the desk' },
  },
  {
    path: () => '/banks',
    title: 'Banks',
    open: (page) => button(page, 'Add Bank').click(),
    typed: {
      'Bank Name': 'Harbor Trust',
      'Account Holder': 'Olivia Young',
      'Account Number': '400500600',
      IBAN: 'GB29HARB400500600',
    },
  },
  {
    path: () => '/customer-support',
    title: 'Customer Support',
    typed: { Link: 'https://t.me/desk' },
  },
  {
    path: ({ _id }) => `/clients/${_id}?tab=notes`,
    title: 'Client',
    typed: { 'New note': 'Asked for a higher limit.\nCall back on Monday.' },
  },
  {
    path: () => '/deposit-withdraw',
    title: 'Deposit/Withdraw',
    open: (page, _client, request) => rowOf(page, request).press('f'),
    typed: { Reason: 'The account is in another name' },
  },
];

for (const { path, title, open, typed } of forms) {
  test(`${title}: what was typed is there again after the next sign-in`, async ({
    page,
    admin,
  }) => {
    const { client } = await makeDesk(admin);
    const request = await fileWithdrawal(client, 20);
    await signIn(page, admin);
    await page.goto(path(client));
    await open?.(page, client, request);
    for (const [label, words] of Object.entries(typed)) await field(page, label).fill(words);
    await call(auth.logout, { token: admin.token });
    // The panel learns of it by itself.
    await expect(page).toHaveURL('/login');

    await field(page, 'Username').fill(admin.username);
    await field(page, 'Password').fill(admin.password);
    await button(page, 'Login').click();
    await page.getByRole('link', { name: `Back to ${title}` }).click();
    await open?.(page, client, request);
    for (const [label, words] of Object.entries(typed)) {
      await expect(field(page, label)).toHaveValue(words);
    }
    const again = await openSession(admin.username, admin.password);
    expect(await balanceOf(again, client)).toBe(480);
  });
}

test.describe('A half-filled form', () => {
  test('asks before its page is left, and not after saving', async ({ page, admin }) => {
    await signIn(page, admin);
    await page.goto('/new-user');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    const users = page.getByRole('navigation').getByRole('link', { name: 'Users', exact: true });
    await field(page, 'Name').fill('Half');
    await users.first().click();
    await expect(question).toContainText('What you have entered here will be lost.');
    await button(question, 'Stay').click();
    await expect(field(page, 'Name')).toHaveValue('Half');
    await expect(page).toHaveURL('/new-user');
    const username = `half${Date.now()}`;
    await field(page, 'Username').fill(username);
    await field(page, 'Password').fill('Correct-horse-1');
    await button(page, 'Create User').click();
    await expect(page).toHaveURL('/users');
    await expect(question).toHaveCount(0);
    await expect(rowOf(page, username)).toBeVisible();

    await page.goto('/new-user');
    await field(page, 'Name').fill('Half');
    await users.first().click();
    await button(question, 'Leave').click();
    await expect(page).toHaveURL('/users');
  });

  test('in a dialog asks on Escape, and on Back', async ({ page, admin }) => {
    await signIn(page, admin);
    await page.goto('/dashboard');
    await page.getByRole('navigation').getByRole('link', { name: 'Banks' }).click();
    await button(page, 'Add Bank').click();
    const dialog = page.getByRole('dialog', { name: 'Add Bank' });
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await button(page, 'Add Bank').click();
    await field(dialog, 'IBAN').fill('DE02');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await button(question, 'Stay').click();
    await expect(field(dialog, 'IBAN')).toHaveValue('DE02');
    await page.goBack();
    await button(question, 'Leave').click();
    await expect(page).toHaveURL('/dashboard');
    await expect(dialog).toHaveCount(0);
  });
});
