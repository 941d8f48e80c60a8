import { auth } from '@pitboss/contract/auth';
import { expect } from '@playwright/test';
import { call } from './support/api.ts';
import { button, field, toast } from './support/panel.ts';
import { signIn } from './support/people.ts';
import { test } from './support/test.ts';

test.beforeEach(async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto('/Common/Profile');
  await expect(page.getByRole('heading', { name: 'Add Bank Account' })).toBeVisible();
});

test('the bank form says what is wrong with each field', async ({ page }) => {
  await button(page, 'Add Bank Account').click();
  await expect(field(page, 'Username')).toHaveAccessibleDescription(
    'Username must be at least 3 characters long.',
  );
  await expect(field(page, 'IBAN')).toHaveAccessibleDescription('IBAN format is invalid.');
  await expect(field(page, 'Bank Name')).toHaveAccessibleDescription('This field is required.');
});

test('an IBAN is two capitals, two digits and 11 to 30 letters or digits', async ({ page }) => {
  const iban = field(page, 'IBAN');
  const problem = page.getByText('IBAN format is invalid.', { exact: true });
  for (const wrong of [
    'gb29NWBK60161331',
    'GB2XNWBK60161331',
    'GB29NWBK601613',
    'GB29 NWBK6016133',
  ]) {
    await iban.fill(wrong);
    await iban.blur();
    await expect(problem).toBeVisible();
  }
  for (const right of [
    'GB29NWBK60161331926819',
    `GB29${'a'.repeat(11)}`,
    `GB29${'9'.repeat(30)}`,
  ]) {
    await iban.fill(right);
    await iban.blur();
    await expect(problem).toHaveCount(0);
  }
  await iban.fill(`GB29${'9'.repeat(31)}`);
  await iban.blur();
  await expect(problem).toBeVisible();
});

test('the bank form makes no call and writes no IBAN to the log', async ({ page }) => {
  await expect(page.getByRole('banner')).toContainText('B 10,000');
  const calls: string[] = [];
  const log: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  page.on('console', (message) => log.push(message.text()));
  await field(page, 'Username').fill('somebody');
  await field(page, 'IBAN').fill('GB29NWBK60161331926819');
  await field(page, 'Bank Name').fill('First Bank');
  await button(page, 'Add Bank Account').click();
  await expect.poll(() => log.join()).toContain('First Bank');
  expect(log.join()).not.toContain('GB29NWBK60161331926819');
  expect(calls).toEqual([]);
});

test('an incomplete password change is refused before it is sent', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  const refused = toast(page, 'Error', 'Please fill out the form correctly.');
  await button(page, 'Change Password').click();
  await refused.click();
  await expect(refused).toHaveCount(0);
  await expect(field(page, 'Current Password')).toHaveAccessibleDescription(
    'This field is required.',
  );
  await field(page, 'Current Password').fill('long enough');
  await field(page, 'New Password').fill('seven77');
  await button(page, 'Change Password').click();
  await expect(refused).toBeVisible();
  await expect(field(page, 'New Password')).toHaveAccessibleDescription(
    'Enter at least 8 characters.',
  );
  expect(calls.filter((url) => url.includes('changePassword'))).toEqual([]);
});

test('a changed password is the one to sign in with, and the session goes on', async ({
  page,
  admin,
}) => {
  await field(page, 'Current Password').fill(admin.password);
  await field(page, 'New Password').fill('Another@12345');
  await button(page, 'Change Password').click();
  await expect(toast(page, 'Success', 'Password changed successfully!')).toBeVisible();
  await expect(field(page, 'Current Password')).toHaveValue('');
  const { username } = admin;
  await call(auth.login, { body: { username, password: 'Another@12345' } });
  await expect(call(auth.login, { body: { username, password: admin.password } })).rejects.toThrow(
    'Invalid username or password.',
  );
  await page.reload();
  await expect(page.getByRole('banner')).toContainText('B 10,000');
});

test('a wrong current password is said at its field and ends no session', async ({ page }) => {
  await field(page, 'Current Password').fill('Not@12345');
  await field(page, 'New Password').fill('Another@12345');
  await button(page, 'Change Password').click();
  await expect(field(page, 'Current Password')).toHaveAccessibleDescription(
    'This password is not right.',
  );
  const words = 'Failed to change password. Please try again.';
  await expect(toast(page, 'Error', words)).toBeVisible();
  await expect(page).toHaveURL('/Common/Profile');
  await page.reload();
  await expect(page.getByRole('banner')).toContainText('B 10,000');
});

test('a password change without an answer says that it failed', async ({ page, admin }) => {
  await page.route('**/api/users/changePasswordByUser', (route) => route.abort());
  await field(page, 'Current Password').fill(admin.password);
  await field(page, 'New Password').fill('Another@12345');
  await button(page, 'Change Password').click();
  const words = 'Failed to change password. Please try again.';
  await expect(toast(page, 'Error', words)).toBeVisible();
  await expect(field(page, 'New Password')).toHaveValue('Another@12345');
});
