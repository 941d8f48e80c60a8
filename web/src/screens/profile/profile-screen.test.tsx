import { users } from '@pitboss/contract/users';
import { beforeEach, expect, it, vi } from 'vitest';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { AddBankForm } from './add-bank-form.tsx';
import { ProfileScreen } from './profile-screen.tsx';

beforeEach(() => signInAs('ADMIN'));

async function fillPasswords() {
  const api = fakeApi();
  const screen = await renderScreen(<ProfileScreen />);
  await screen.getByLabelText('Current Password').fill('Olga@12345');
  await screen.getByLabelText('New Password').fill('Right@12345');
  return { api, screen, change: screen.getByRole('button', { name: 'Change Password' }) };
}

it('says what is wrong with each field of the bank account', async () => {
  const screen = await renderScreen(<AddBankForm />);
  const [username, submit] = [
    screen.getByLabelText('Username'),
    screen.getByRole('button', { name: 'Add Bank Account' }),
  ];
  const tooShort = 'Username must be at least 3 characters long.';
  await submit.click();
  await expect.element(username).toHaveAccessibleDescription(tooShort);
  await expect
    .element(screen.getByLabelText('IBAN'))
    .toHaveAccessibleDescription('IBAN format is invalid.');
  await expect
    .element(screen.getByLabelText('Bank Name'))
    .toHaveAccessibleDescription('This field is required.');
  await expectNoViolation();
  await username.fill('olg');
  await submit.click();
  await expect.element(username).toHaveAccessibleDescription('');
  await username.fill('ol');
  await submit.click();
  await expect.element(username).toHaveAccessibleDescription(tooShort);
});

it('takes two capitals, two digits and 11 to 30 letters or digits for an IBAN', async () => {
  const screen = await renderScreen(<AddBankForm />);
  const iban = screen.getByLabelText('IBAN');
  const problem = screen.getByText('IBAN format is invalid.', { exact: true });
  const next = screen.getByLabelText('Bank Name');
  for (const [text, isRight] of [
    ['gb29NWBK60161331', false],
    ['GB29NWBK60161331926819', true],
    ['GB2XNWBK60161331', false],
    [`GB29${'a'.repeat(11)}`, true],
    ['GB29NWBK601613', false],
    [`GB29${'9'.repeat(30)}`, true],
    ['GB29 NWBK6016133', false],
    ['PK36SCBL0000001123456702', true],
    [`GB29${'9'.repeat(31)}`, false],
  ] as const) {
    await iban.fill(text);
    await next.click();
    if (isRight) await expect.element(problem).not.toBeInTheDocument();
    else await expect.element(problem).toBeVisible();
  }
});

it('makes no call with the bank account and writes no IBAN to the log', async () => {
  fakeApi();
  const calls = vi.spyOn(window, 'fetch');
  const methods = ['log', 'info', 'debug', 'warn', 'error'] as const;
  const logs = methods.map((method) => vi.spyOn(console, method).mockReturnValue());
  const logged = () => JSON.stringify(logs.map((log) => log.mock.calls));
  const screen = await renderScreen(<AddBankForm />);
  await screen.getByLabelText('Username').fill('olga');
  await screen.getByLabelText('IBAN').fill('PK36SCBL0000001123456702');
  await screen.getByLabelText('Bank Name').fill('First Bank');
  await screen.getByRole('button', { name: 'Add Bank Account' }).click();
  await expect.poll(logged).toContain('First Bank');
  expect(logged()).not.toContain('PK36');
  expect(calls).not.toHaveBeenCalled();
  for (const log of logs) log.mockRestore();
});

it('refuses a password form that is not filled in', async () => {
  const api = fakeApi();
  const screen = await renderScreen(<ProfileScreen />);
  const [current, next] = [
    screen.getByLabelText('Current Password'),
    screen.getByLabelText('New Password'),
  ];
  const change = screen.getByRole('button', { name: 'Change Password' });
  const refused = screen.getByRole('alert').filter({ hasText: 'Please fill out' });
  await change.click();
  await expect.element(refused).toHaveTextContent('ErrorPlease fill out the form correctly.');
  await expect.element(current).toHaveAccessibleDescription('This field is required.');
  await expect.element(next).toHaveAccessibleDescription('This field is required.');
  await refused.click();
  await expect.element(refused).not.toBeInTheDocument();
  await current.fill('long enough');
  await next.fill('seven77');
  await change.click();
  await expect.element(refused).toHaveTextContent('ErrorPlease fill out the form correctly.');
  await expect.element(next).toHaveAccessibleDescription('Enter at least 8 characters.');
  await expectNoViolation();
  expect(api.callsOf(users.changePasswordByUser)).toEqual([]);
});

it('keeps what was typed when a password change has no answer', async () => {
  const { api, screen, change } = await fillPasswords();
  api.lose(users.changePasswordByUser);
  await change.click();
  await expect
    .element(screen.getByRole('alert').filter({ hasText: 'password' }))
    .toHaveTextContent('ErrorFailed to change password. Please try again.');
  await expect.element(screen.getByLabelText('New Password')).toHaveValue('Right@12345');
});

it('shows a wrong current password under its field', async () => {
  const { api, screen, change } = await fillPasswords();
  api.refuse(users.changePasswordByUser, 400, '', { currentPassword: 'That is not it.' });
  await change.click();
  await expect
    .element(screen.getByLabelText('Current Password'))
    .toHaveAccessibleDescription('That is not it.');
  await expect
    .element(screen.getByText('Failed to change password. Please try again.'))
    .toBeVisible();
  api.answer(users.changePasswordByUser, null);
  await change.click();
  await expect.element(screen.getByText('Password changed successfully!')).toBeVisible();
  await expect.element(screen.getByLabelText('Current Password')).toHaveValue('');
});
