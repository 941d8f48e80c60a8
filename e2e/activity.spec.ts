import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { field } from './support/panel.ts';
import { deposit, makeUser, type Operator, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const rows = (page: Page) => page.getByRole('main').getByRole('row');

/** A client that was changed and paid, and a try that was refused. */
async function makeEvents(admin: Operator) {
  const client = await makeUser(admin, { name: 'Before' });
  const { token } = admin;
  const params = { id: client._id };
  await call(users.update, { token, params, body: { name: 'After' } });
  await deposit(admin, client, 12.5, 'bonus');
  const body = { amount: 500 };
  await expect(call(transactions.withdraw, { token, params, body })).rejects.toThrow(/ 400: /);
  return client;
}

/** Events are shown once they are sealed, a moment later. */
async function expectRows(page: Page, count: number) {
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    await expect(rows(page)).toHaveCount(count + 1, { timeout: 1_000 });
  }).toPass();
}

test('an ADMIN reads who did what to whom, what changed and what was refused', async ({
  page,
  admin,
}) => {
  const client = await makeEvents(admin);
  await signIn(page, admin);
  await page.goto(`/activity?on=user&object=${client.username}`);
  await expectRows(page, 4);
  await expect(rows(page).nth(1)).toContainText(/Withdraw.*Refused.*12\.50/s);
  await expect(rows(page).nth(2)).toContainText(/Deposit.*Balance: 0\.00 → 12\.50/s);
  await expect(rows(page).nth(3)).toContainText(/127\.0\.0\.1.*Changed.*Name: Before → After/s);
  await field(page, 'Result').selectOption('Refused');
  await expect(rows(page)).toHaveCount(2);
  await rows(page).nth(1).getByRole('link', { name: client.username }).click();
  await expect(page).toHaveURL(`/clients/${client._id}`);

  // Filters stand in the address, and a name leads to all that it did.
  await page.goto('/activity');
  await field(page, 'Kind').selectOption('Deposit/Withdraw');
  await field(page, 'Which').fill(client.username);
  await field(page, 'Which').press('Enter');
  await expect(page).toHaveURL(`/activity?type=money&object=${client.username}`);
  await expectRows(page, 2);
  await rows(page).nth(1).getByRole('link', { name: admin.username }).click();
  await expect(page).toHaveURL(new RegExp(`by=${admin.username}`));
  await expect(field(page, 'By')).toHaveValue(admin.username);
  await expect(rows(page)).toHaveCount(3);
});

test('SUPER sees how far the record is sealed; an ADMIN sees nothing of SUPER and of others', async ({
  page,
  admin,
  superUser,
}) => {
  const stranger = await makeUser(superUser);
  await signIn(page, superUser);
  await page.goto(`/activity?on=user&object=${stranger.username}`);
  await expectRows(page, 1);
  await expect(page.getByText(/^Verified up to .*: seal \d+/)).toBeVisible();
  await signIn(page, admin);
  await page.goto(`/activity?on=user&object=${stranger.username}`);
  await expect(page.getByText('No matching records found')).toBeVisible();
  await expect(page.getByText(/^Verified up to/)).not.toBeVisible();
});
