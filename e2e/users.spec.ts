import { users } from '@pitboss/contract/users';
import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { button, field, rowOf } from './support/panel.ts';
import { makeAdmin, makeUser, openSession, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const columns = [
  'Id',
  'Username',
  'Name',
  'Role',
  'Exposure',
  'Balance',
  'Currency',
  'Status',
  'isDemo',
  'Action',
];

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

test('the clients list has its heading, its columns, the newest client first and a form', async ({
  page,
  admin,
}) => {
  const older = await makeUser(admin, { balance: 12.5 });
  const newer = await makeUser(admin, { isDemo: true, status: 'suspended' });
  await signIn(page, admin);
  await page.goto('/users');
  const heading = `${admin.username} Clients List | Default`;
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(columns);
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
  await page.getByRole('link', { name: 'Create User' }).click();
  await expect(page).toHaveURL('/new-user');
  await expect(page.getByRole('heading', { name: 'Create New User' })).toBeVisible();
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

test('a longer page shows more', async ({ page }) => {
  const everyone = await openDemoAdmin(page);
  await page.goto('/users?page=3');
  await field(page, 'Show entries').selectOption('50');
  await expect(page.getByText(`Showing 1 to 50 of ${everyone.length} entries`)).toBeVisible();
  await expect.poll(() => shownUsernames(page)).toEqual(everyone.slice(0, 50));
});

test('the search finds clients by a part of their name', async ({ page }) => {
  const everyone = await openDemoAdmin(page);
  const found = everyone.filter((username) => username.includes('player1'));
  await page.goto('/users?page=2');
  await field(page, 'Search').fill('PLAYER1');
  await expect(page.getByText(`of ${found.length} entries`)).toBeVisible();
  // The very name first, then those that begin with it, which are all the others.
  const ranked = ['player1', ...found.filter((username) => username !== 'player1')];
  await expect.poll(() => shownUsernames(page)).toEqual(ranked.slice(0, 10));
  await expect(page).toHaveURL('/users?search=PLAYER1');
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

test('the rows stay on screen while the next page loads', async ({ page }) => {
  const everyone = await openDemoAdmin(page);
  await page.goto('/users');
  await expect(rowOf(page, everyone[0] ?? '')).toBeVisible();
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/users/get', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await button(page, 'Next').click();
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect.poll(() => shownUsernames(page)).toEqual(everyone.slice(0, 10));
  answer.resolve();
  await expect.poll(() => shownUsernames(page)).toEqual(everyone.slice(10, 20));
});

test('a client has nine actions, called by their names', async ({ page, admin }) => {
  const client = await makeUser(admin);
  await signIn(page, admin);
  await page.goto('/users');
  const row = rowOf(page, client.username);
  await expect(row).toBeVisible();
  const actions = row.getByRole('cell').last().locator('a, button');
  const names = await actions.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label')),
  );
  expect(names).toEqual([
    'Deposit/Withdraw',
    'Change Password',
    'Transaction Details',
    'Deposit/Withdraw History',
    'User Bet History',
    'User Profile',
    'History',
    'Edit User',
    'Delete User',
  ]);
  const leadsTo = (name: string, path: string) =>
    expect(row.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  await leadsTo('Transaction Details', `/my-account/account-statement/${client._id}`);
  await leadsTo('Deposit/Withdraw History', `/deposit-withdraw/${client._id}`);
  await leadsTo('User Bet History', `/my-account/bet-history/${client._id}`);
  await leadsTo('User Profile', `/my-account/profile/${client._id}`);
  await row.getByRole('link', { name: 'User Profile' }).hover();
  await expect(page.getByRole('tooltip', { name: 'User Profile' })).toBeVisible();
  await button(row, 'Edit User').click();
  await expect(page).toHaveURL(`/new-user/${client._id}`);
});

test('exposure is red below zero and green otherwise', async ({ page, admin }) => {
  const shared = { role: 'USER', currency: 'USD', status: 'active', isDemo: false };
  const limits = { minimumBets: null, maximumBets: null };
  const row = (username: string, exposure: number, balance: number) => {
    return { _id: '7', username, name: username, exposure, balance, ...shared, ...limits };
  };
  const data = [row('at-stake', -12.5, 1000), row('idle', 0, 0.05)].map((one, index) => {
    return { ...one, _id: String(index + 1) };
  });
  const json = {
    status: 'success',
    message: '',
    data: { draw: 1, data, recordsTotal: 2, recordsFiltered: 2 },
  };
  await page.route('**/api/users/get', (route) => route.fulfill({ json }));
  await signIn(page, admin);
  await page.goto('/users');
  const exposure = (username: string) => rowOf(page, username).getByRole('cell').nth(4);
  await expect(exposure('at-stake')).toHaveText('-12.50');
  await expect(exposure('idle')).toHaveText('0');
  await expect(rowOf(page, 'at-stake').getByRole('cell').nth(5)).toHaveText('1,000');
  await expect(rowOf(page, 'idle').getByRole('cell').nth(5)).toHaveText('0.05');
  const colour = (username: string, text: string) =>
    exposure(username)
      .getByText(text)
      .evaluate((element) => {
        const [red = 0, green = 0] = (getComputedStyle(element).color.match(/\d+/g) ?? []).map(
          Number,
        );
        return green > red ? 'green' : 'red';
      });
  expect(await colour('at-stake', '-12.50')).toBe('red');
  expect(await colour('idle', '0')).toBe('green');
});

test("an admin's name opens its downline, without the actions that change", async ({
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
  await expect(row.getByRole('button')).toHaveAccessibleName('History');
  const links = await row
    .getByRole('cell')
    .last()
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  expect(links).toEqual(['Transaction Details', 'User Bet History', 'User Profile']);
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

test('a list without clients says that nothing matches, in sight on a phone too', async ({
  page,
  admin,
}) => {
  await signIn(page, admin);
  await page.goto('/users');
  await expect(page.getByRole('cell', { name: 'No matching records found' })).toBeVisible();
  await expect(page.getByText('Showing 0 entries')).toBeVisible();
  await expect(button(page, 'Next')).toBeDisabled();
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(page.getByText('No matching records found')).toBeInViewport({ ratio: 1 });
});

test('a page beyond the end becomes the last one', async ({ page, admin }) => {
  const client = await makeUser(admin);
  await signIn(page, admin);
  await page.goto('/users?page=9');
  await expect(rowOf(page, client.username)).toBeVisible();
  await expect(page).toHaveURL('/users');
});

test('a list that cannot be loaded says so once and can be asked for again', async ({
  page,
  admin,
}) => {
  const client = await makeUser(admin);
  await page.route('**/api/users/get', (route) =>
    route.fulfill({ status: 409, json: { status: 'error', message: 'Not just now.' } }),
  );
  await signIn(page, admin);
  await page.goto('/users');
  await expect(page.getByRole('alert').getByText('Not just now.')).toBeVisible();
  await expect(page.getByText('Not just now.')).toHaveCount(1);
  await page.unroute('**/api/users/get');
  await button(page, 'Retry').click();
  await expect(rowOf(page, client.username)).toBeVisible();
});
