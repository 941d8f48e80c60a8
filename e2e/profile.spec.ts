import { auth } from '@pitboss/contract/auth';
import { expect } from '@playwright/test';
import { call } from './support/api.ts';
import { button, field, toast } from './support/panel.ts';
import { signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('a wrong current password is said at its field, and a right one changes it', async ({
  page,
  admin,
}) => {
  await signIn(page, admin);
  await page.goto('/Common/Profile');
  await field(page, 'Current Password').fill('Not@12345');
  await field(page, 'New Password').fill('Another@12345');
  await button(page, 'Change Password').click();
  await expect(field(page, 'Current Password')).toHaveAccessibleDescription(
    'This password is not right.',
  );
  const words = 'Failed to change password. Please try again.';
  await expect(toast(page, 'Error', words)).toBeVisible();
  await expect(page).toHaveURL('/Common/Profile');

  // The refusal has ended no session, and neither does the change.
  await field(page, 'Current Password').fill(admin.password);
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
