import { auth } from '@pitboss/contract/auth';
import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { button, field, openUserMenu, toast } from './support/panel.ts';
import { makeUser, signIn } from './support/people.ts';
import { test } from './support/test.ts';

async function fillIn(page: Page, { username, password }: { username: string; password: string }) {
  await field(page, 'Username').fill(username);
  await field(page, 'Password').fill(password);
}

async function logOut(page: Page, username: string) {
  await openUserMenu(page, username);
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

test('an operator signs in and lands on the dashboard', async ({ page, admin }) => {
  await page.goto('/login');
  await fillIn(page, admin);
  await button(page, 'Login').click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('Enter signs in as well as the button', async ({ page, admin }) => {
  await page.goto('/login');
  await fillIn(page, admin);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});

test('Login stays disabled while a field is empty', async ({ page }) => {
  await page.goto('/login');
  await expect(button(page, 'Login')).toBeDisabled();
  await field(page, 'Username').fill('somebody');
  await expect(button(page, 'Login')).toBeDisabled();
  await field(page, 'Password').fill('secret');
  await expect(button(page, 'Login')).toBeEnabled();
  await field(page, 'Username').fill('');
  await expect(button(page, 'Login')).toBeDisabled();
});

test('a field says that it is required once it was touched', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByText('is required')).toHaveCount(0);
  await field(page, 'Username').focus();
  await field(page, 'Password').focus();
  await expect(page.getByText('Username is required', { exact: true })).toBeVisible();
  await expect(page.getByText('Password is required', { exact: true })).toHaveCount(0);
  await field(page, 'Username').focus();
  await expect(page.getByText('Password is required', { exact: true })).toBeVisible();
  await expect(field(page, 'Password')).toHaveAccessibleDescription('Password is required');
});

test('submitting empty fields asks for both of them', async ({ page }) => {
  await page.goto('/login');
  await field(page, 'Username').press('Enter');
  const words = 'Please enter both username and password';
  await expect(toast(page, 'Validation Error', words)).toBeVisible();
});

test('the password can be shown and hidden again', async ({ page }) => {
  await page.goto('/login');
  await field(page, 'Password').fill('secret');
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
  await button(page, 'Show password').click();
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
  await button(page, 'Show password').click();
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
});

test('a wrong password shows what the server says', async ({ page, admin }) => {
  await page.goto('/login');
  await fillIn(page, { username: admin.username, password: 'not this one' });
  await button(page, 'Login').click();
  await expect(toast(page, 'Error', 'Invalid username or password.')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(field(page, 'Username')).toHaveValue(admin.username);
});

test('a client is told that the panel is for operators', async ({ page, admin }) => {
  const client = await makeUser(admin);
  await page.goto('/login');
  await fillIn(page, client);
  await button(page, 'Login').click();
  const words = 'This panel is for operators. Clients cannot sign in here.';
  await expect(toast(page, 'Error', words)).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('a sign-in without an answer says that it failed', async ({ page }) => {
  await page.route('**/api/auth/login', (route) => route.abort());
  await page.goto('/login');
  await fillIn(page, { username: 'somebody', password: 'secret' });
  await button(page, 'Login').click();
  await expect(toast(page, 'Error', 'Login failed. Please try again.')).toBeVisible();
});

test('an answer without a token is called unexpected', async ({ page }) => {
  const json = { status: 'success', message: 'Login successful', data: {} };
  await page.route('**/api/auth/login', (route) => route.fulfill({ json }));
  await page.goto('/login');
  await fillIn(page, { username: 'somebody', password: 'secret' });
  await button(page, 'Login').click();
  await expect(toast(page, 'Error', 'Unexpected response format')).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('a visitor is sent to the login page and from there to the dashboard', async ({
  page,
  admin,
}) => {
  for (const path of ['/dashboard', '/users', '/my-account/profile/1', '/new-user/7', '/']) {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
  }
  await fillIn(page, admin);
  await button(page, 'Login').click();
  await expect(page).toHaveURL('/dashboard');
});

test('who is signed in is led past the login page', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto('/login');
  await expect(page).toHaveURL('/dashboard');
});

test('logging out says so and closes the way back', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Deleted Users' }).click();
  await expect(page).toHaveURL('/deleted-users');
  await logOut(page, admin.username);
  await expect(toast(page, 'Logged out', 'Logged out successfully')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await page.goBack();
  await expect(field(page, 'Username')).toBeVisible();
  await expect(page.getByText(admin.username)).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('token');
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('userDetails');
});

test('a logout that fails still ends the session here', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto('/dashboard');
  await page.route('**/api/auth/logout', (route) => route.abort());
  await logOut(page, admin.username);
  await expect(toast(page, 'Error', 'Logout failed. Please try again.')).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('a second logout while the first one runs is ignored', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto('/dashboard');
  const answer = Promise.withResolvers<void>();
  let calls = 0;
  await page.route('**/api/auth/logout', async (route) => {
    calls += 1;
    await answer.promise;
    await route.continue();
  });
  await logOut(page, admin.username);
  await logOut(page, admin.username);
  answer.resolve();
  await expect(page).toHaveURL('/login');
  await expect(toast(page, 'Logged out', 'Logged out successfully')).toHaveCount(1);
  expect(calls).toBe(1);
});

test('a session that has ended leads to the login page and says why', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Total Users' })).toContainText('0');
  await call(auth.logout, { token: admin.token });
  // Its stream ends with the session, so nothing has to be pressed.
  await expect(page).toHaveURL('/login');
  const words = 'Session expired. Please log in again.';
  await expect(toast(page, 'Session Expired', words)).toHaveCount(1);
  await fillIn(page, admin);
  await button(page, 'Login').click();
  await expect(page).toHaveURL('/dashboard');
});

test('a refusal without words of its own has the usual ones', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.route('**/api/users/get', (route) => route.fulfill({ status: 401, json: {} }));
  await page.goto('/users');
  const words = 'Session expired. Please log in again.';
  await expect(toast(page, 'Session Expired', words)).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('logging out in one tab ends the session in the other', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto('/users');
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await logOut(other, admin.username);
  await expect(other).toHaveURL('/login');
  await expect(page).toHaveURL('/login');
});

test('signing in in one tab opens the panel in the other', async ({ page, admin }) => {
  await page.goto('/login');
  const other = await page.context().newPage();
  await other.goto('/login');
  await fillIn(other, admin);
  await button(other, 'Login').click();
  await expect(page).toHaveURL('/dashboard');
});
