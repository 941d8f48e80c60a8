import { users } from '@pitboss/contract/users';
import { expect } from '@playwright/test';
import { call } from './support/api.ts';
import { button, field, openUserMenu, rowOf, toast } from './support/panel.ts';
import { makeAdmin, makeUser, type Operator, openSession, signIn } from './support/people.ts';
import { test, underClock } from './support/test.ts';

type Page = Parameters<typeof signIn>[0];

async function logIn(page: Page, { username, password }: Operator) {
  await field(page, 'Username').fill(username);
  await field(page, 'Password').fill(password);
  await button(page, 'Login').click();
  await expect(page).toHaveURL('/dashboard');
}

async function logOut(page: Page, { username }: Operator) {
  await openUserMenu(page, username);
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
}

test('Back shows nothing of the operator before', async ({ page, admin, superUser }) => {
  const other = await makeAdmin(superUser);
  const client = await makeUser(admin, { name: 'Secret Name', balance: 77 });
  await signIn(page, admin);
  await page.goto('/users');
  await button(rowOf(page, client.username), 'Edit User').click();
  await expect(field(page, 'Name')).toHaveValue('Secret Name');
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('Secret Name');
  const withoutToken: string[] = [];
  page.on('request', (request) => {
    const isCall = request.url().includes('/api/') && !request.url().endsWith('/auth/login');
    if (isCall && !request.headers().authorization) withoutToken.push(request.url());
  });
  await page.getByRole('link', { name: 'Banks', exact: true }).click();
  await expect(page).toHaveURL('/banks');
  await logOut(page, admin);
  await logIn(page, other);
  await page.route('**/api/users/userprofile', () => undefined);
  await page.goBack();
  await expect(page).toHaveURL(/new-user/);
  await expect(page.getByRole('heading', { name: 'Edit User' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(client.username);
  await expect(field(page, 'Name')).toHaveCount(0);
  expect(withoutToken).toEqual([]);
});

test('a write under way ends silently for whoever comes next', async ({
  page,
  admin,
  superUser,
}) => {
  const other = await makeAdmin(superUser);
  const client = await makeUser(admin);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/transactions/deposit/*', async (route) => {
    const response = await route.fetch();
    await answer.promise;
    await route.fulfill({ response });
  });
  await signIn(page, admin);
  await page.goto('/users');
  await button(rowOf(page, client.username), 'Deposit/Withdraw').click();
  await field(page, 'Amount').fill('4');
  const sent = page.waitForRequest('**/api/transactions/deposit/*');
  await button(page, 'Deposit').click();
  await sent;
  await page.keyboard.press('Escape');
  await logOut(page, admin);
  await logIn(page, other);
  const answered = page.waitForResponse('**/api/transactions/deposit/*');
  answer.resolve();
  await answered;
  await expect(page.getByRole('banner')).toContainText('B 10,000');
  await expect(page.getByText(client.username)).toHaveCount(0);
  await expect(toast(page, 'Success', 'Deposit successful!')).toHaveCount(0);
});

test('who was signed out is told why, and finds back to what was typed', async ({
  page,
  admin,
  superUser,
}) => {
  await signIn(page, admin);
  await page.goto('/new-user');
  await field(page, 'Username').fill('half-typed');
  await field(page, 'Password').fill('Never-kept-1');
  await field(page, 'Name').fill('Half Typed');
  await call(users.changePasswordByParent, {
    token: superUser.token,
    body: {
      userId: admin._id,
      parentPassword: superUser.password,
      newPassword: admin.password,
    },
  });
  // Its stream ends with the session, so nothing has to be pressed.
  await expect(page).toHaveURL('/login');
  const reason = page.getByRole('main').getByText('Session expired. Please log in again.');
  await expect(reason).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Never-kept-1');
  await field(page, 'Username').press('a');
  await expect(reason).toHaveCount(0);
  await logIn(page, admin);
  await page.getByRole('link', { name: 'Back to User' }).click();
  await expect(page).toHaveURL('/new-user');
  await expect(field(page, 'Username')).toHaveValue('half-typed');
  await expect(field(page, 'Name')).toHaveValue('Half Typed');
  await expect(field(page, 'Password')).toHaveValue('');
});

test('nobody else is offered the page that was left', async ({ page, admin, superUser }) => {
  const other = await makeAdmin(superUser);
  const own = await openSession(admin.username, admin.password);
  await signIn(page, own);
  await page.goto('/banks');
  await expect(page.getByRole('heading', { name: 'Bank Details' })).toBeVisible();
  await page.route('**/api/users/getAgentbalance', (route) =>
    route.fulfill({ status: 401, json: { status: 'error', message: 'Over.' } }),
  );
  await page.reload();
  await expect(page).toHaveURL('/login');
  await page.unroute('**/api/users/getAgentbalance');
  await logIn(page, other);
  await expect(page.getByText('Total Bets')).toBeVisible();
  await expect(page.getByText('You were signed out')).toHaveCount(0);
});

test('too many calls sign nobody out', async ({ page, admin }) => {
  await page.route('**/api/users/getAgentbalance', (route) =>
    route.fulfill({ status: 429, json: { status: 'error', message: 'Too many.' } }),
  );
  await signIn(page, admin);
  await page.goto('/dashboard');
  await expect(page.getByText('Connection lost. Trying again…')).toBeVisible();
  await expect(page.getByText('Total Bets')).toBeVisible();
  await page.unroute('**/api/users/getAgentbalance');
  await expect(page.getByRole('banner')).toContainText('B 10,000');
});

test('Auto Refresh counts as use while it is watched', underClock, async ({ page, admin }) => {
  await page.clock.install();
  await signIn(page, admin);
  await page.goto('/deposit-withdraw?refresh=on');
  await expect(page.getByText('Showing 0 entries')).toBeVisible();
  const refresh = page.waitForRequest('**/api/banking/users/request/dw');
  await page.clock.runFor(11_000);
  expect((await refresh).headers()['x-background']).toBeUndefined();
});
