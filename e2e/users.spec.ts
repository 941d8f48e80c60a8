import { users } from '@pitboss/contract/users';
import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { button, field, rowOf } from './support/panel.ts';
import { makeAdmin, makeUser, openSession, signIn } from './support/people.ts';
import { test } from './support/test.ts';

/** An ADMIN of the demo with more clients than one page holds; these tests only look at them. */
async function openDemoAdmin(page: Page) {
  const operator = await openSession('admin', 'Admin@12345');
  const body = { length: 500, order: [{ column: 0, dir: 'desc' as const }] };
  const { data } = await call(users.list, { token: operator.token, body });
  await signIn(page, operator);
  return data.map(({ username }) => username);
}

async function shownUsernames(page: Page): Promise<string[]> {
  const rows = await page.getByRole('table').getByRole('row').all();
  const cells = rows.slice(1).map((row) => row.getByRole('cell').nth(1).textContent());
  return (await Promise.all(cells)).map((text) => text ?? '');
}

test('clients come newest first, are filtered in the address, and lead to their page', async ({
  page,
  admin,
}) => {
  const older = await makeUser(admin, { balance: 12.5 });
  const newer = await makeUser(admin, { isDemo: true, status: 'suspended' });
  await signIn(page, admin);
  await page.goto('/users');
  await expect(rowOf(page, older.username)).toBeVisible();
  await expect.poll(() => shownUsernames(page)).toEqual([newer.username, older.username]);
  await expect(rowOf(page, older.username).getByRole('cell')).toContainText([
    older._id,
    older.username,
    `Name of ${older.username}`,
    'USER',
    '0',
    '12.50',
    'USD',
    'active',
    'No',
  ]);
  await expect(rowOf(page, newer.username)).toContainText('suspended');
  await expect(rowOf(page, newer.username).getByRole('cell', { name: 'Yes' })).toBeVisible();
  await field(page, 'Status').selectOption('Suspended');
  await expect(page).toHaveURL('/users?status=suspended');
  await expect(rowOf(page, older.username)).toHaveCount(0);
  await rowOf(page, newer.username).getByRole('link', { name: newer.username }).click();
  await expect(page).toHaveURL(`/clients/${newer._id}`);
});

test('pages turn with First, Previous, numbers, Next and Last', async ({ page }) => {
  const everyone = await openDemoAdmin(page);
  const total = everyone.length;
  const pageCount = Math.ceil(total / 10);
  await page.goto('/users');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const count = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
  await count(`Showing 1 to 10 of ${total} entries`);
  await expect.poll(() => shownUsernames(page)).toEqual(everyone.slice(0, 10));
  await expect(button(pages, 'First')).toBeDisabled();
  await expect(button(pages, 'Previous')).toBeDisabled();

  await button(pages, 'Next').click();
  await count(`Showing 11 to 20 of ${total} entries`);
  await expect.poll(() => shownUsernames(page)).toEqual(everyone.slice(10, 20));
  await button(pages, 'Page 3').click();
  await count(`Showing 21 to 30 of ${total} entries`);
  await expect(button(pages, 'Page 3')).toHaveAttribute('aria-current', 'page');
  await button(pages, 'Last').click();
  await count(`Showing ${pageCount * 10 - 9} to ${total} of ${total} entries`);
  await expect.poll(() => shownUsernames(page)).toEqual(everyone.slice((pageCount - 1) * 10));
  await expect(button(pages, 'Next')).toBeDisabled();
  await expect(button(pages, 'Last')).toBeDisabled();
  await button(pages, 'Previous').click();
  await count(`Showing ${pageCount * 10 - 19} to ${pageCount * 10 - 10} of ${total} entries`);
  await button(pages, 'First').click();
  await count(`Showing 1 to 10 of ${total} entries`);
});

test('the search finds clients by a part of their name, and a longer page shows more', async ({
  page,
}) => {
  const everyone = await openDemoAdmin(page);
  const found = everyone.filter((username) => username.includes('player1'));
  await page.goto('/users?page=2');
  await field(page, 'Search').fill('PLAYER1');
  await expect(page.getByText(`of ${found.length} entries`)).toBeVisible();
  // The very name first, then those that begin with it, which are all the others.
  const ranked = ['player1', ...found.filter((username) => username !== 'player1')];
  await expect.poll(() => shownUsernames(page)).toEqual(ranked.slice(0, 10));
  await expect(page).toHaveURL('/users?search=PLAYER1');

  await page.goto('/users?page=3');
  await field(page, 'Show entries').selectOption('50');
  await expect(page.getByText(`Showing 1 to 50 of ${everyone.length} entries`)).toBeVisible();
  await expect.poll(() => shownUsernames(page)).toEqual(everyone.slice(0, 50));
});

test('a header orders by its column and turns the order', async ({ page, admin }) => {
  const names = ['c', 'a', 'b'];
  const made = await Promise.all(
    names.map((name, index) => makeUser(admin, { name, balance: (index + 1) * 10 })),
  );
  const [c, a, b] = made.map(({ username }) => username);
  await signIn(page, admin);
  await page.goto('/users');
  await expect(page.getByRole('columnheader', { name: 'Id', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const name = page.getByRole('columnheader', { name: 'Name', exact: true });
  await button(name, 'Name').click();
  await expect(name).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => shownUsernames(page)).toEqual([a, b, c]);
  await button(name, 'Name').click();
  await expect.poll(() => shownUsernames(page)).toEqual([c, b, a]);
  const balance = page.getByRole('columnheader', { name: 'Balance' });
  await button(balance, 'Balance').click();
  await expect.poll(() => shownUsernames(page)).toEqual([c, a, b]);
  await expect(name).not.toHaveAttribute('aria-sort');
});

test('page, order and search are in the address: a reload and Back keep them', async ({ page }) => {
  await openDemoAdmin(page);
  await page.goto('/users');
  await button(page.getByRole('columnheader', { name: 'Username' }), 'Username').click();
  await expect(page).toHaveURL('/users?order=username.asc');
  await button(page, 'Page 2').click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible();
  const second = await shownUsernames(page);
  expect(second).toEqual([...second].sort());
  await page.reload();
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible();
  await expect.poll(() => shownUsernames(page)).toEqual(second);

  await button(page, 'Page 3').click();
  await expect(page.getByText(/^Showing 21 to 30 of/)).toBeVisible();
  await page.getByRole('link', { name: 'Create User' }).click();
  await expect(page).toHaveURL('/new-user');
  await page.goBack();
  await expect(page.getByText(/^Showing 21 to 30 of/)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible();
  await expect.poll(() => shownUsernames(page)).toEqual(second);
});

test("an admin's name opens its downline, which a reload and Back keep", async ({
  page,
  superUser,
  admin,
}) => {
  const client = await makeUser(admin);
  await signIn(page, superUser);
  await page.goto(`/users?search=${admin.username}`);
  await page.getByRole('cell').getByRole('link', { name: admin.username, exact: true }).click();
  await expect(page).toHaveURL(`/users?admin=${admin._id}`);
  const row = rowOf(page, client.username);
  await expect(row).toBeVisible();
  await page.reload();
  await expect(row).toBeVisible();
  await expect(rowOf(page, admin.username)).toHaveCount(0);

  const trail = page.getByRole('navigation', { name: 'Downline' });
  await expect(trail).toContainText(admin.username);
  await trail.getByRole('link', { name: 'super' }).click();
  await expect(page).toHaveURL('/users');
  await expect(row).toHaveCount(0);
  await page.goBack();
  await expect(row).toBeVisible();
});

test("another branch's downline is not shown and says so", async ({ page, admin, superUser }) => {
  const stranger = await makeAdmin(superUser);
  const hidden = await makeUser(stranger);
  await signIn(page, admin);
  await page.goto(`/users?admin=${stranger._id}`);
  await expect(page.getByRole('alert').getByText('User not found.')).toBeVisible();
  await expect(page.getByText(hidden.username)).toHaveCount(0);
});
