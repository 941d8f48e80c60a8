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
