import { auth } from '@pitboss/contract/auth';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { getSession } from '#src/lib/session.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen } from '#src/test/render-screen.tsx';
import { LoginScreen } from './login-screen.tsx';

const userDetails = {
  _id: 1n,
  username: 'olga',
  name: 'Olga',
  role: 'ADMIN',
  currency: 'INR',
} as const;

async function fillIn() {
  const screen = await renderScreen(<LoginScreen />);
  await screen.getByLabelText('Username').fill('olga');
  await screen.getByLabelText('Password').fill('Olga@12345');
  return screen;
}

it('opens a session', async () => {
  fakeApi().answer(auth.login, { token: 'fresh', userDetails }, 'Login successful');
  const screen = await fillIn();
  await screen.getByRole('button', { name: 'Login' }).click();
  await expect.poll(() => getSession()?.token).toBe('fresh');
  await expect.element(screen.getByRole('status')).toHaveTextContent('SuccessLogin successful');
});

it('shows what the server says of a refused sign-in', async () => {
  fakeApi().refuse(auth.login, 401, 'Wrong username or password');
  const screen = await fillIn();
  await screen.getByRole('button', { name: 'Login' }).click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('ErrorWrong username or password');
});

it('has words of its own when the server has none', async () => {
  fakeApi().lose(auth.login);
  const screen = await fillIn();
  await screen.getByRole('button', { name: 'Login' }).click();
  await expect.element(screen.getByText('Login failed. Please try again.')).toBeVisible();
});

it('asks for a code where the account wants one, keeps what was typed, and sends it', async () => {
  const api = fakeApi();
  const asked = 'Enter the code of your authenticator app, or a recovery code.';
  api.refuse(auth.login, 401, asked, { code: asked });
  const screen = await fillIn();
  await screen.getByRole('button', { name: 'Login' }).click();
  const code = screen.getByLabelText('Code');
  await expect.element(code).toHaveFocus();
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(screen.getByRole('alert').elements()).toEqual([]);
  await expect.element(screen.getByLabelText('Password')).toHaveValue('Olga@12345');
  await expect.element(screen.getByRole('button', { name: 'Login' })).toBeDisabled();
  await code.fill('000000');
  api.refuse(auth.login, 401, 'This code is not right.', { code: 'This code is not right.' });
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('This code is not right.')).toBeVisible();
  await code.fill('123456');
  api.answer(auth.login, { token: 'fresh', userDetails });
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => getSession()?.token).toBe('fresh');
  expect(api.callsOf(auth.login).map(({ body }) => body)).toEqual([
    { username: 'olga', password: 'Olga@12345' },
    { username: 'olga', password: 'Olga@12345', code: '000000' },
    { username: 'olga', password: 'Olga@12345', code: '123456' },
  ]);
});

it('cannot be submitted empty', async () => {
  const screen = await renderScreen(<LoginScreen />);
  await expect.element(screen.getByRole('button', { name: 'Login' })).toBeDisabled();
  await screen.getByLabelText('Username').click();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Validation ErrorPlease enter both username and password');
  await expect.element(screen.getByText('Username is required')).toBeVisible();
  await expect.element(screen.getByText('Password is required')).toBeVisible();
});

it('shows and hides the password', async () => {
  const screen = await fillIn();
  await screen.getByRole('button', { name: 'Show password' }).click();
  await expect.element(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
});
