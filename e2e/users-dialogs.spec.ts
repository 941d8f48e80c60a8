import { auth } from '@pitboss/contract/auth';
import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { button, field, rowOf, toast } from './support/panel.ts';
import { makeUser, type Person, signIn } from './support/people.ts';
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

test.describe('Change Password', () => {
  test('says at its field that the own password is wrong, else sets the new one', async ({
    page,
    admin,
  }) => {
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

    await field(dialog, 'Parent Password').fill(admin.password);
    await button(dialog, 'Change Password').click();
    await expect(toast(page, 'Success', 'Password changed successfully!')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await hasPassword(client, 'Fresh@12345');
  });
});

test.describe('Delete User', () => {
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
});
