import { users } from '@pitboss/contract/users';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { client, operatorWallet, profile } from '#src/test/people.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { UsersScreen } from './users-screen.tsx';

/** The dialog behind an action of the only client in the list. */
async function renderDialog(name: string, user = client()) {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(users.balance, operatorWallet);
  api.answer(users.list, { draw: 1, data: [user], recordsTotal: 1, recordsFiltered: 1 });
  api.answer(users.profile, profile(user));
  const screen = await renderScreen(<UsersScreen />, '/users');
  const opener = screen.getByRole('button', { name, exact: true });
  const dialog = screen.getByRole('dialog', { name });
  return {
    api,
    screen,
    opener,
    dialog,
    row: screen.getByRole('row').nth(1),
    press: (words: string) => dialog.getByRole('button', { name: words, exact: true }).click(),
    said: screen.getByRole('region', { name: 'Notifications' }).getByRole('alert'),
  };
}

async function openDialog(name: string, user = client()) {
  const shown = await renderDialog(name, user);
  await shown.opener.click();
  await expect.element(shown.dialog).toBeVisible();
  return shown;
}

type Opened = Awaited<ReturnType<typeof openDialog>>;

async function changePassword({ dialog, press }: Opened) {
  await dialog.getByLabelText('Parent Password').fill('not-mine');
  await dialog.getByLabelText('New Password').fill('Passw0rd!');
  await press('Change Password');
}

const broke = { balance: 0n, exposure: 0n };

it('Change Password asks for both passwords', async () => {
  const { api, dialog, press } = await openDialog('Change Password');
  await press('Change Password');
  for (const label of ['Parent Password', 'New Password']) {
    await expect
      .element(dialog.getByLabelText(label))
      .toHaveAccessibleDescription(/This field is required\./);
  }
  await expectNoViolation();
  expect(api.callsOf(users.changePasswordByParent)).toEqual([]);
});

it('Change Password puts a wrong password of the operator under its field', async () => {
  const opened = await openDialog('Change Password');
  const { api, screen, dialog, said } = opened;
  const errors = { parentPassword: 'This password is not right.' };
  api.refuse(users.changePasswordByParent, 400, '', errors);
  await changePassword(opened);
  await expect.element(said).toHaveTextContent('ErrorError changing password');
  await expect
    .element(dialog.getByLabelText('Parent Password'))
    .toHaveAccessibleDescription(/This password is not right\./);
  expect(screen.getByText(errors.parentPassword).elements()).toHaveLength(1);
  const body = { userId: '7', parentPassword: 'not-mine', newPassword: 'Passw0rd!' };
  expect(api.callsOf(users.changePasswordByParent)).toMatchObject([{ body }]);
});

it('Change Password says that it failed when no answer comes, and stays', async () => {
  const opened = await openDialog('Change Password');
  opened.api.lose(users.changePasswordByParent);
  await changePassword(opened);
  await expect.element(opened.said).toHaveTextContent('ErrorError changing password');
  await expect.element(opened.dialog).toBeVisible();
});

it('Change Password closes by Cancel, Escape and its cross, and gives the focus back', async () => {
  const { opener, dialog, press } = await renderDialog('Change Password');
  const ways = [() => press('Cancel'), () => userEvent.keyboard('{Escape}'), () => press('Close')];
  for (const close of ways) {
    await opener.click();
    await expect.element(dialog.getByLabelText('Parent Password')).toHaveFocus();
    await close();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  }
});

it('Delete User asks first, and Cancel leaves everything as it is', async () => {
  const { api, dialog, row, press } = await openDialog('Delete User', client(broke));
  await expect.element(dialog).toMatchTextContent('Are you sure you want to delete player7?');
  await expectNoViolation();
  await press('Cancel');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row).toMatchTextContent('player7');
  expect(api.callsOf(users.remove)).toEqual([]);
});

it('Delete User asks twice about somebody with money, and closes without an answer', async () => {
  const { api, dialog, row, press, said } = await openDialog('Delete User');
  api.lose(users.remove);
  await press('Confirm');
  expect(api.callsOf(users.remove)).toEqual([]);
  await press('Delete anyway');
  await expect.element(said).toHaveTextContent('ErrorFailed to delete user. Please try again.');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row).toMatchTextContent('player7');
  expect(api.callsOf(users.remove)).toMatchObject([{ path: '/api/users/7' }]);
});

it('Delete User shows what the server says of a client that is gone', async () => {
  const { api, dialog, press, said } = await openDialog('Delete User', client(broke));
  api.refuse(users.remove, 404, 'User not found.');
  await press('Confirm');
  await expect.element(said).toHaveTextContent('ErrorUser not found.');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('Delete User names open bets beside the balance', async () => {
  const atStake = client({ balance: 37_50n, exposure: -12_50n });
  const { api, dialog, row, press } = await openDialog('Delete User', atStake);
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('37.50 USD and 12.50 USD in open bets');
  await expectNoViolation();
  await press('Confirm');
  await press('Cancel');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row).toMatchTextContent('player7');
  expect(api.callsOf(users.remove)).toEqual([]);
});
