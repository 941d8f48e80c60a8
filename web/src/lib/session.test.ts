import { auth } from '@pitboss/contract/auth';
import { reports } from '@pitboss/contract/reports';
import { users } from '@pitboss/contract/users';
import { beforeEach, expect, it } from 'vitest';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { call } from './api.ts';
import { ApiError } from './api-error.ts';
import { getSession } from './session.ts';
import { signOut } from './sign-out.ts';

beforeEach(() => signInAs('ADMIN'));

it('stands in storage under the given names', () => {
  expect(localStorage.getItem('token')).toBe('a-token');
  expect(JSON.parse(localStorage.getItem('userDetails') ?? '')).toMatchObject({
    username: 'olga',
    role: 'ADMIN',
  });
});

it('ends once when several calls are told that it is dead', async () => {
  const api = fakeApi();
  api.refuse(reports.stats, 401, '');
  api.refuse(users.balance, 401, '');
  const screen = await renderScreen('a screen');
  await Promise.allSettled([call(reports.stats, {}), call(users.balance, {})]);
  expect(getSession()).toBeNull();
  expect(localStorage.getItem('token')).toBeNull();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Session ExpiredSession expired. Please log in again.');
});

it('has the usual words for a refusal that has none at all', async () => {
  fakeApi().answerLate(users.balance, () => Response.json({}, { status: 401 }));
  const screen = await renderScreen('a screen');
  await call(users.balance, {}).catch(() => {});
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Session ExpiredSession expired. Please log in again.');
  expect(getSession()).toBeNull();
});

it('outlives a refused sign-in', async () => {
  fakeApi().refuse(auth.login, 401, 'Wrong username or password');
  const attempt = call(auth.login, { body: { username: 'olga', password: 'wrong' } });
  await expect(attempt).rejects.toMatchObject({
    status: 401,
    message: 'Wrong username or password',
  });
  expect(getSession()).not.toBeNull();
});

it('is gone after a logout that failed, and a second logout meanwhile is ignored', async () => {
  const api = fakeApi();
  api.refuse(auth.logout, 401, 'dead');
  const screen = await renderScreen('a screen');
  await Promise.all([signOut(), signOut()]);
  expect(api.callsOf(auth.logout)).toHaveLength(1);
  expect(getSession()).toBeNull();
  await expect.element(screen.getByText('Logout failed. Please try again.')).toBeVisible();
  await expect.element(screen.getByText('Session Expired')).not.toBeInTheDocument();
});

it('follows what another tab does', () => {
  localStorage.removeItem('token');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(getSession()).toBeNull();
});

it('answers a lost connection with status 0', async () => {
  fakeApi().lose(users.balance);
  const error: unknown = await call(users.balance, {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 0 });
  expect(getSession()).not.toBeNull();
});
