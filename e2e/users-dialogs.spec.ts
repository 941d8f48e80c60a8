import { auth } from '@pitboss/contract/auth';
import { users } from '@pitboss/contract/users';
import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { button, field, rowOf, toast } from './support/panel.ts';
import { makeUser, type Operator, type Person, signIn } from './support/people.ts';
import { test } from './support/test.ts';

async function openDialog(page: Page, client: Person, name: string) {
  await page.goto('/users');
  await button(rowOf(page, client.username), name).click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** A client's right password is answered with a refusal that a wrong one does not get. */
async function hasPassword({ username }: Person, password: string) {
  const words = 'This panel is for operators. Clients cannot sign in here.';
  await expect(call(auth.login, { body: { username, password } })).rejects.toThrow(words);
}

async function remove(operator: Operator, client: Person) {
  await call(users.remove, { token: operator.token, params: { id: client._id } });
}

test.describe('Change Password', () => {
  test('asks for both passwords and sets the new one', async ({ page, admin }) => {
    const client = await makeUser(admin);
    await signIn(page, admin);
    const dialog = await openDialog(page, client, 'Change Password');
    await button(dialog, 'Change Password').click();
    for (const label of ['Parent Password', 'New Password']) {
      await expect(field(dialog, label)).toHaveAccessibleDescription(/This field is required\./);
    }
    await field(dialog, 'Parent Password').fill(admin.password);
    await field(dialog, 'New Password').fill('Fresh@12345');
    await button(dialog, 'Change Password').click();
    await expect(toast(page, 'Success', 'Password changed successfully!')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await hasPassword(client, 'Fresh@12345');
  });

  test('says at its field that the own password is wrong', async ({ page, admin }) => {
    const client = await makeUser(admin);
    await signIn(page, admin);
    const dialog = await openDialog(page, client, 'Change Password');
    await field(dialog, 'Parent Password').fill('Not@12345');
    await field(dialog, 'New Password').fill('Fresh@12345');
    await button(dialog, 'Change Password').click();
    await expect(field(dialog, 'Parent Password')).toHaveAccessibleDescription(
      /This password is not right\./,
    );
    await expect(toast(page, 'Error', 'Error changing password')).toBeVisible();
    await expect(page.getByText('This password is not right.')).toHaveCount(1);
    await expect(page).toHaveURL('/users');
    await hasPassword(client, client.password);
  });

  test('says that it failed when no answer comes', async ({ page, admin }) => {
    const client = await makeUser(admin);
    await page.route('**/api/users/changePasswordByParent', (route) => route.abort());
    await signIn(page, admin);
    const dialog = await openDialog(page, client, 'Change Password');
    await field(dialog, 'Parent Password').fill(admin.password);
    await field(dialog, 'New Password').fill('Fresh@12345');
    await button(dialog, 'Change Password').click();
    await expect(toast(page, 'Error', 'Error changing password')).toBeVisible();
    await expect(dialog).toBeVisible();
  });

  test('closes by Cancel, by Escape and by its cross, and gives the focus back', async ({
    page,
    admin,
  }) => {
    const client = await makeUser(admin);
    await signIn(page, admin);
    await page.goto('/users');
    const opener = button(rowOf(page, client.username), 'Change Password');
    const dialog = page.getByRole('dialog', { name: 'Change Password' });
    const ways = [
      () => button(dialog, 'Cancel').click(),
      () => page.keyboard.press('Escape'),
      () => button(dialog, 'Close').click(),
    ];
    for (const close of ways) {
      await opener.click();
      await expect(field(dialog, 'Parent Password')).toBeFocused();
      await close();
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
  });
});

test.describe('Delete User', () => {
  test('asks first, and Cancel leaves everything as it is', async ({ page, admin }) => {
    const client = await makeUser(admin);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.method()));
    await signIn(page, admin);
    const dialog = await openDialog(page, client, 'Delete User');
    await expect(dialog).toContainText(`Are you sure you want to delete ${client.username}?`);
    await button(dialog, 'Cancel').click();
    await expect(dialog).toHaveCount(0);
    await expect(rowOf(page, client.username)).toBeVisible();
    expect(calls).not.toContain('DELETE');
  });

  test('moves the client to Deleted Users, and Restore brings it back', async ({ page, admin }) => {
    const client = await makeUser(admin, { balance: 20 });
    await signIn(page, admin);
    const dialog = await openDialog(page, client, 'Delete User');
    await expect(dialog.getByRole('alert')).toContainText(`${client.username} holds 20 USD.`);
    await expect(button(dialog, 'Confirm')).toHaveCSS('background-color', /^rgb\((2|1)\d\d, /);
    // Whoever has money is asked about twice, and a double click answers only once.
    await button(dialog, 'Confirm').dblclick();
    await expect(dialog).toContainText(`Delete ${client.username} although it holds 20 USD?`);
    await button(dialog, 'Delete anyway').click();
    await expect(toast(page, 'Success', 'User deleted successfully!')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(rowOf(page, client.username)).toHaveCount(0);

    await page.getByRole('link', { name: 'Deleted Users' }).click();
    const row = rowOf(page, client.username);
    await expect(row.getByRole('cell')).toHaveText([
      client._id,
      client.username,
      `Name of ${client.username}`,
      'USER',
      'No',
      'Restore',
      '20 USD',
    ]);
    await button(row, 'Restore').click();
    await expect(toast(page, 'Success', 'User restored successfully!')).toBeVisible();
    await expect(row).toHaveCount(0);
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await expect(rowOf(page, client.username)).toContainText('20');
  });

  test('closes and says that it failed when no answer comes', async ({ page, admin }) => {
    const client = await makeUser(admin);
    await page.route('**/api/users/*', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.continue(),
    );
    await signIn(page, admin);
    const dialog = await openDialog(page, client, 'Delete User');
    await button(dialog, 'Confirm').click();
    const words = 'Failed to delete user. Please try again.';
    await expect(toast(page, 'Error', words)).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(rowOf(page, client.username)).toBeVisible();
  });

  test('shows what the server says of a client that is gone', async ({ page, admin }) => {
    const client = await makeUser(admin);
    await signIn(page, admin);
    const dialog = await openDialog(page, client, 'Delete User');
    await remove(admin, client);
    await button(dialog, 'Confirm').click();
    await expect(toast(page, 'Error', 'User not found.')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
});

test('Delete User names open bets beside the balance', async ({ page, admin, game }) => {
  const client = await makeUser(admin, { balance: 50 });
  const round = await game.openRound([{ by: client, stake: 12.5 }]);
  await signIn(page, admin);
  const dialog = await openDialog(page, client, 'Delete User');
  await expect(dialog.getByRole('alert')).toContainText('37.50 USD and 12.50 USD in open bets');
  await button(dialog, 'Confirm').click();
  await button(dialog, 'Cancel').click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, client.username)).toBeVisible();
  await round.refund();
});

test.describe('Deleted Users', () => {
  test('has its columns and says Yes of a demo account', async ({ page, admin }) => {
    const client = await makeUser(admin, { isDemo: true });
    await remove(admin, client);
    await signIn(page, admin);
    await page.goto('/deleted-users');
    await expect(page.getByRole('columnheader')).toHaveText([
      'ID',
      'Username',
      'Name',
      'Role',
      'IsDemo',
      'Restore',
      'Balance',
    ]);
    await expect(rowOf(page, client.username).getByRole('cell').nth(4)).toHaveText('Yes');
  });

  test('says that nothing matches when nobody was deleted', async ({ page, admin }) => {
    await signIn(page, admin);
    await page.goto('/deleted-users');
    await expect(page.getByRole('cell', { name: 'No matching records found' })).toBeVisible();
  });

  test('says that it could not be fetched', async ({ page, admin }) => {
    await page.route('**/api/users/deletedusers', (route) =>
      route.fulfill({ status: 400, json: {} }),
    );
    await signIn(page, admin);
    await page.goto('/deleted-users');
    await expect(toast(page, 'Error', 'Error fetching deleted users')).toBeVisible();
  });

  test('says that restoring failed when no answer comes', async ({ page, admin }) => {
    const client = await makeUser(admin);
    await remove(admin, client);
    await page.route('**/api/users/restore/*', (route) => route.abort());
    await signIn(page, admin);
    await page.goto('/deleted-users');
    await button(rowOf(page, client.username), 'Restore').click();
    await expect(toast(page, 'Error', 'Error restoring user')).toBeVisible();
    await expect(rowOf(page, client.username)).toBeVisible();
  });
});
