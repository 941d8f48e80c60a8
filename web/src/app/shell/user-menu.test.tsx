import { auth } from '@pitboss/contract/auth';
import { expect, it } from 'vitest';
import { getSession, useOperator } from '#src/lib/session.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { UserButton } from './user-button.tsx';

function Menu() {
  const operator = useOperator();
  return operator ? <UserButton operator={operator} /> : <p>signed out</p>;
}

async function renderMenu() {
  signInAs('ADMIN');
  const api = fakeApi();
  const screen = await renderScreen(<Menu />);
  const logOut = async () => {
    await screen.getByRole('button', { name: /olga/i }).click();
    await screen.getByRole('menuitem', { name: 'Logout' }).click();
  };
  return { api, screen, logOut };
}

it('ends the session here when the logout has no answer', async () => {
  const { api, screen, logOut } = await renderMenu();
  api.lose(auth.logout);
  await logOut();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('ErrorLogout failed. Please try again.');
  await expect.element(screen.getByText('signed out')).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
  expect(getSession()).toBeNull();
});

it('ignores a second logout while the first one runs', async () => {
  const { api, screen, logOut } = await renderMenu();
  const answer = Promise.withResolvers<Response>();
  api.answerLate(auth.logout, () => answer.promise);
  await logOut();
  await logOut();
  const message = 'Logged out successfully';
  answer.resolve(Response.json({ status: 'success', message, data: null }));
  await expect.element(screen.getByRole('status')).toHaveTextContent(`Logged out${message}`);
  await expect.element(screen.getByText('signed out')).toBeVisible();
  expect(api.callsOf(auth.logout)).toHaveLength(1);
});
