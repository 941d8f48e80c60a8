import { users } from '@pitboss/contract/users';
import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { button, field, rowOf, toast } from './support/panel.ts';
import { balanceOf, freshName, makeAdmin, makeUser, signIn } from './support/people.ts';
import { test } from './support/test.ts';

async function fillIn(page: Page, username: string) {
  await field(page, 'Username').fill(username);
  await field(page, 'Name').fill('Somebody New');
  await field(page, 'Password').fill('Client@12345');
}

function role(page: Page, name: string) {
  return page.getByRole('radiogroup', { name: 'Role' }).getByRole('radio', { name });
}

test('SUPER makes an Admin by default, in the currency it chooses', async ({ page, superUser }) => {
  const username = freshName('desk');
  await signIn(page, superUser);
  await page.goto('/new-user');
  await expect(role(page, 'Admin')).toBeChecked();
  await fillIn(page, username);
  await field(page, 'Currency').selectOption('PKR');
  await field(page, 'Min Bet Limit').fill('10');
  await field(page, 'Max Bet Limit').fill('500.50');
  await button(page, 'Create User').click();
  await expect(page).toHaveURL('/users');
  await page.goto(`/users?search=${username}`);
  await expect(rowOf(page, username).getByRole('cell')).toContainText([
    /\d/,
    username,
    'Somebody New',
    'ADMIN',
    '0',
    '0',
    'PKR',
    'active',
    'No',
  ]);
});

test('a created client appears with its opening balance, which a double click moves once', async ({
  page,
  admin,
}) => {
  const username = freshName('client');
  await signIn(page, admin);
  await page.goto('/new-user');
  await fillIn(page, username);
  await field(page, 'Balance').fill('250.75');
  await field(page, 'Status').selectOption('Suspended');
  await button(page, 'Create User').dblclick();
  await expect(page).toHaveURL('/users');
  await expect(toast(page, 'Success', 'User created successfully!')).toBeVisible();
  await expect(rowOf(page, username)).toHaveCount(1);
  await expect(rowOf(page, username)).toContainText('250.75');
  await expect(rowOf(page, username)).toContainText('suspended');
  await expect(page.getByRole('banner')).toContainText('B 9,749.25 USD');
  await expect(page.getByText('already taken')).toHaveCount(0);
});

test('what the server has against a field stands under it, and nowhere else', async ({
  page,
  admin,
}) => {
  const taken = await makeUser(admin);
  await signIn(page, admin);
  await page.goto('/new-user');
  await fillIn(page, taken.username.toUpperCase());
  await button(page, 'Create User').click();
  const words = 'This username is already taken.';
  await expect(field(page, 'Username')).toHaveAccessibleDescription(words);
  await expect(toast(page, 'Error', 'An error occurred.')).toBeVisible();
  await expect(page.getByText(words)).toHaveCount(1);
  await expect(page).toHaveURL('/new-user');

  await field(page, 'Username').fill(freshName('client'));
  await field(page, 'Balance').fill('10000.01');
  await button(page, 'Create User').click();
  await expect(field(page, 'Balance')).toHaveAccessibleDescription(/Not enough balance: 10000/);
});

test('the keyboard alone creates a client', async ({ page, admin }) => {
  const username = freshName('client');
  await signIn(page, admin);
  await page.goto('/users');
  await expect(page.getByText('Showing 0 entries')).toBeVisible();
  const tabTo = async (locator: ReturnType<typeof field>) => {
    const isFocused = () => locator.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < 40 && !(await isFocused()); presses += 1) {
      await page.keyboard.press('Tab');
    }
    await expect(locator).toBeFocused();
  };
  await tabTo(page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('link', { name: 'Create User' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/new-user');
  await expect(page.getByRole('heading', { name: 'Create New User' })).toBeVisible();
  await tabTo(field(page, 'Username'));
  await page.keyboard.type(username);
  await tabTo(field(page, 'Name'));
  await page.keyboard.type('By Keyboard');
  await tabTo(field(page, 'Password'));
  await page.keyboard.type('Client@12345');
  await tabTo(field(page, 'Balance'));
  await page.keyboard.type('5');
  await tabTo(field(page, 'Is Demo'));
  await page.keyboard.press('Space');
  await expect(field(page, 'Is Demo')).toBeChecked();
  await tabTo(field(page, 'Status'));
  await page.keyboard.press('s');
  await tabTo(button(page, 'Create User'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/users');
  await expect(rowOf(page, username)).toContainText('By Keyboard');
  await expect(rowOf(page, username)).toContainText('suspended');
});

test('an edit sends only what was changed', async ({ page, admin }) => {
  const client = await makeUser(admin, { balance: 5 });
  await signIn(page, admin);
  await page.goto('/users');
  await button(rowOf(page, client.username), 'Edit User').click();
  await expect(page.getByRole('heading', { name: 'Edit User' })).toBeVisible();
  await expect(field(page, 'Username')).toHaveValue(client.username);
  await expect(field(page, 'Password')).toHaveCount(0);
  await expect(field(page, 'Balance')).toHaveCount(0);
  await expect(button(page, 'Update User')).toBeDisabled();
  await field(page, 'Name').fill('Another Name');
  await field(page, 'Status').selectOption('Locked');
  const request = page.waitForRequest((one) => one.method() === 'PUT');
  await button(page, 'Update User').click();
  expect((await request).postDataJSON()).toEqual({ name: 'Another Name', status: 'locked' });
  await expect(page).toHaveURL('/users');
  await expect(toast(page, 'Success', 'User updated successfully!')).toBeVisible();
  await expect(rowOf(page, client.username)).toContainText('Another Name');
  await expect(rowOf(page, client.username)).toContainText('locked');
  expect(await balanceOf(admin, client)).toBe(5);
});

test('the edit form opens from its address and shows the limits as they are', async ({
  page,
  superUser,
}) => {
  const desk = await makeAdmin(superUser, { minimumBets: 5, maximumBets: 99.5, currency: 'INR' });
  await signIn(page, superUser);
  await page.goto(`/new-user/${desk._id}`);
  await expect(field(page, 'Currency')).toHaveValue('INR');
  await expect(field(page, 'Min Bet Limit')).toHaveValue('5');
  await expect(field(page, 'Max Bet Limit')).toHaveValue('99.50');
  await field(page, 'Min Bet Limit').fill('');
  await field(page, 'Currency').selectOption('USD');
  const request = page.waitForRequest((one) => one.method() === 'PUT');
  await button(page, 'Update User').click();
  expect((await request).postDataJSON()).toEqual({ minimumBets: null, currency: 'USD' });
  // It holds money, so its currency stays what it is.
  await expect(field(page, 'Currency')).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(`/new-user/${desk._id}`);
});

test('somebody outside of the branch cannot be edited', async ({ page, admin, superUser }) => {
  const stranger = await makeUser(superUser);
  await signIn(page, admin);
  await page.goto(`/new-user/${stranger._id}`);
  await expect(page.getByRole('main').getByText('User not found.')).toBeVisible();
  await expect(field(page, 'Username')).toHaveCount(0);
});

test('an operator who is suspended meanwhile is told that it may change nothing', async ({
  page,
  admin,
  superUser,
}) => {
  const username = freshName('client');
  await signIn(page, admin);
  await page.goto('/new-user');
  await fillIn(page, username);
  const params = { id: admin._id };
  await call(users.update, { token: superUser.token, params, body: { status: 'suspended' } });
  await button(page, 'Create User').click();
  const words = 'Your account is suspended: you can look, but change nothing.';
  await expect(toast(page, 'Error', words)).toBeVisible();
  await expect(page).toHaveURL('/new-user');
});
