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
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('ErrorLogin failed. Please try again.');
});

it('calls an answer without a token unexpected, and opens no session', async () => {
  const message = 'Login successful';
  fakeApi().answerLate(auth.login, () => Response.json({ status: 'success', message, data: {} }));
  const screen = await fillIn();
  await screen.getByRole('button', { name: 'Login' }).click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('ErrorUnexpected response format');
  expect(getSession()).toBeNull();
});

it('is sent by Enter as well as by the button', async () => {
  fakeApi().answer(auth.login, { token: 'fresh', userDetails });
  await fillIn();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => getSession()?.token).toBe('fresh');
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

it('cannot be submitted while a field is empty', async () => {
  const screen = await renderScreen(<LoginScreen />);
  const login = screen.getByRole('button', { name: 'Login' });
  await expect.element(login).toBeDisabled();
  await screen.getByLabelText('Username').fill('olga');
  await expect.element(login).toBeDisabled();
  await screen.getByLabelText('Password').fill('Olga@12345');
  await expect.element(login).toBeEnabled();
  await screen.getByLabelText('Username').fill('');
  await expect.element(login).toBeDisabled();
});

it('says of a field that it is required once it was touched', async () => {
  const screen = await renderScreen(<LoginScreen />);
  const [username, password] = [
    screen.getByLabelText('Username'),
    screen.getByLabelText('Password'),
  ];
  expect(screen.getByText('is required').elements()).toEqual([]);
  await username.click();
  await password.click();
  await expect.element(username).toHaveAccessibleDescription('Username is required');
  await expect.element(screen.getByText('Username is required', { exact: true })).toBeVisible();
  expect(screen.getByText('Password is required').elements()).toEqual([]);
  await username.click();
  await expect.element(screen.getByText('Password is required', { exact: true })).toBeVisible();
  await expect.element(password).toHaveAccessibleDescription('Password is required');
});

it('asks for both of its fields when Enter finds them empty', async () => {
  const screen = await renderScreen(<LoginScreen />);
  await screen.getByLabelText('Username').click();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Validation ErrorPlease enter both username and password');
  await expect.element(screen.getByText('Username is required')).toBeVisible();
  await expect.element(screen.getByText('Password is required')).toBeVisible();
});

it('shows the password and hides it again', async () => {
  const screen = await fillIn();
  const [password, eye] = [
    screen.getByLabelText('Password', { exact: true }),
    screen.getByRole('button', { name: 'Show password' }),
  ];
  await expect.element(password).toHaveAttribute('type', 'password');
  await eye.click();
  await expect.element(password).toHaveAttribute('type', 'text');
  await eye.click();
  await expect.element(password).toHaveAttribute('type', 'password');
});
