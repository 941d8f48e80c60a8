import { users } from '@pitboss/contract/users';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { ProfileScreen } from './profile-screen.tsx';

beforeEach(() => signInAs('ADMIN'));

it('checks the bank account and makes no call', async () => {
  const api = fakeApi();
  const log = vi.spyOn(console, 'log').mockReturnValue();
  const screen = await renderScreen(<ProfileScreen />);
  const submit = screen.getByRole('button', { name: 'Add Bank Account' });
  await screen.getByLabelText('Username').fill('ol');
  await screen.getByLabelText('IBAN').fill('pk36SCBL0000001123456702');
  await submit.click();
  for (const words of [
    'Username must be at least 3 characters long.',
    'IBAN format is invalid.',
    'This field is required.',
  ]) {
    await expect.element(screen.getByText(words)).toBeVisible();
  }
  await screen.getByLabelText('Username').fill('olga');
  await screen.getByLabelText('IBAN').fill('PK36SCBL0000001123456702');
  await screen.getByLabelText('Bank Name').fill('A bank');
  await submit.click();
  await expect.poll(() => log.mock.calls.length).toBe(1);
  expect(JSON.stringify(log.mock.calls)).not.toContain('PK36');
  expect(api.callsOf(users.changePasswordByUser)).toEqual([]);
  log.mockRestore();
});

it('refuses a password form that is not filled in', async () => {
  const api = fakeApi();
  const screen = await renderScreen(<ProfileScreen />);
  await screen.getByLabelText('New Password').fill('short');
  await screen.getByRole('button', { name: 'Change Password' }).click();
  await expect.element(screen.getByText('Please fill out the form correctly.')).toBeVisible();
  expect(api.callsOf(users.changePasswordByUser)).toEqual([]);
});

it('shows a wrong current password under its field', async () => {
  const api = fakeApi();
  api.refuse(users.changePasswordByUser, 400, '', { currentPassword: 'That is not it.' });
  const screen = await renderScreen(<ProfileScreen />);
  await screen.getByLabelText('Current Password').fill('Wrong@12345');
  await screen.getByLabelText('New Password').fill('Right@12345');
  await screen.getByRole('button', { name: 'Change Password' }).click();
  await expect.element(screen.getByText('That is not it.')).toBeVisible();
  await expect
    .element(screen.getByText('Failed to change password. Please try again.'))
    .toBeVisible();
  api.answer(users.changePasswordByUser, null);
  await screen.getByRole('button', { name: 'Change Password' }).click();
  await expect.element(screen.getByText('Password changed successfully!')).toBeVisible();
  await expect.element(screen.getByLabelText('Current Password')).toHaveValue('');
});
