import { auth } from '@pitboss/contract/auth';
import { users } from '@pitboss/contract/users';
import { expect, type Locator, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { button, field, toast } from './support/panel.ts';
import { makeUser, type Operator, openSession } from './support/people.ts';
import { test } from './support/test.ts';

const region = (page: Page) => page.getByRole('region', { name: 'Sessions' });
const items = (page: Page) => region(page).getByRole('listitem');

/** Signs in by the door that operators use, so that the browser says what it is. */
async function openSessions(page: Page, { username, password }: Operator) {
  await page.goto('/login');
  await field(page, 'Username').fill(username);
  await field(page, 'Password').fill(password);
  await button(page, 'Login').click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/Common/Profile');
  await expect(items(page).first()).toBeVisible();
}

async function confirm(page: Page, opener: Locator, title: string) {
  await opener.click();
  await button(page.getByRole('dialog', { name: title }), 'Confirm').click();
}

function isAlive({ token }: Operator): Promise<boolean> {
  return call(users.balance, { token }).then(
    () => true,
    (error: Error) => {
      expect(error.message).toContain('answered 401');
      return false;
    },
  );
}

test('the profile says where one is signed in, the present session first', async ({
  page,
  admin,
}) => {
  const client = await makeUser(admin);
  await openSessions(page, admin);
  await expect(items(page)).toHaveCount(2);
  const here = items(page).first();
  await expect(here).toContainText('Chrome on Linux');
  await expect(here).toContainText('This session');
  await expect(here).toContainText('127.0.0.1');
  await expect(here).toContainText(/Signed in \d{1,2}\/\d{1,2}\/\d\d, .*Last used \d{1,2}\//);
  await expect(button(here, 'End session')).toHaveCount(0);
  // The session of the test itself, which is no browser.
  await expect(items(page).nth(1)).toContainText('node');
  await expect(items(page).nth(1)).not.toContainText('This session');
  // They are the operator's own: the pages of a client say nothing of sessions.
  await page.goto(`/my-account/profile/${client._id}`);
  await expect(page.getByRole('definition').first()).toHaveText(client.username);
  await expect(region(page)).toHaveCount(0);
});

test('one session is ended, and no other; one that is over already is said to be', async ({
  page,
  admin,
}) => {
  const other = await openSession(admin.username, admin.password);
  await openSessions(page, admin);
  await expect(items(page)).toHaveCount(3);
  // The newest of the others stands first among them.
  const opener = button(items(page).nth(1), 'End session');
  await confirm(page, opener, 'End session');
  await expect(toast(page, 'Success', 'Session ended.')).toBeVisible();
  await expect(items(page)).toHaveCount(2);
  expect([await isAlive(other), await isAlive(admin)]).toEqual([false, true]);
  await call(auth.logout, { token: admin.token });
  await confirm(page, opener, 'End session');
  await expect(toast(page, 'Error', 'Session not found.')).toBeVisible();
  await expect(items(page)).toHaveCount(1);
});

test('all others are ended together and told so, and this one goes on', async ({
  page,
  admin,
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-US' });
  const otherPage = await elsewhere.newPage();
  await openSessions(otherPage, admin);
  await openSessions(page, admin);
  await expect(items(page)).toHaveCount(3);
  // Its stream ends with the session, so nothing has to be pressed, and the words do not stay.
  const told = otherPage.getByText('Session Expired', { exact: true }).waitFor();
  await confirm(page, button(page, 'End all other sessions'), 'End all other sessions');
  await expect(toast(page, 'Success', 'All other sessions ended.')).toBeVisible();
  await told;
  await expect(otherPage).toHaveURL('/login');
  await elsewhere.close();
  await expect(items(page)).toHaveCount(1);
  await expect(region(page).getByText('You are signed in nowhere else.')).toBeVisible();
  await expect(button(page, 'End all other sessions')).toHaveCount(0);
  expect(await isAlive(admin)).toBe(false);
  await page.reload();
  await expect(page.getByRole('banner')).toContainText('B 10,000');
});

test('a new password ends the others, which the list shows', async ({ page, admin }) => {
  await openSessions(page, admin);
  await expect(items(page)).toHaveCount(2);
  await field(page, 'Current Password').fill(admin.password);
  await field(page, 'New Password').fill('Another@12345');
  await button(page, 'Change Password').click();
  await expect(items(page)).toHaveCount(1);
  expect(await isAlive(admin)).toBe(false);
});
