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

test('a refused sign-in shows what the server says', async ({ page, admin }) => {
  const client = await makeUser(admin);
  await page.goto('/login');
  await fillIn(page, { username: admin.username, password: 'not this one' });
  await button(page, 'Login').click();
  await expect(toast(page, 'Error', 'Invalid username or password.')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(field(page, 'Username')).toHaveValue(admin.username);
  await fillIn(page, client);
  await button(page, 'Login').click();
  const words = 'This panel is for operators. Clients cannot sign in here.';
  await expect(toast(page, 'Error', words)).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('a visitor is sent to the login page, and who is signed in past it', async ({
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
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
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

test('signing in or out in one tab holds for the other', async ({ page, admin }) => {
  await page.goto('/login');
  const other = await page.context().newPage();
  await other.goto('/login');
  await fillIn(other, admin);
  await button(other, 'Login').click();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page).toHaveURL('/users');
  await logOut(other, admin.username);
  await expect(other).toHaveURL('/login');
  await expect(page).toHaveURL('/login');
});
