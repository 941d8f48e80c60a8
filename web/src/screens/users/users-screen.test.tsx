import { history } from '@pitboss/contract/history';
import { type User, users } from '@pitboss/contract/users';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { fakeApi } from '#src/test/fake-api.ts';
import { client, operatorWallet, profile } from '#src/test/people.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { UsersScreen } from './users-screen.tsx';

const admin = client({ _id: 5n, username: 'desk', role: 'ADMIN' });

async function renderUsers(address: string, rows: User[] = [admin, client()]) {
  signInAs('SUPER');
  const api = fakeApi();
  api.answer(users.balance, operatorWallet);
  api.answer(users.list, {
    draw: 1,
    data: rows,
    recordsTotal: rows.length,
    recordsFiltered: rows.length,
  });
  api.answerBy(users.profile, (body) => {
    const { userId } = body as { userId: string };
    const parents: Record<string, bigint> = { '5': 1n, '6': 5n, '7': 6n };
    return profile({
      _id: BigInt(userId),
      username: `user${userId}`,
      parent: parents[userId] ?? 1n,
    });
  });
  return { api, screen: await renderScreen(<UsersScreen />, address) };
}

it('lists the clients newest first, under the name of the one signed in', async () => {
  const { api, screen } = await renderUsers('/users');
  const heading = screen.getByRole('heading', { name: 'olga Clients List | Default' });
  await expect.element(heading).toBeVisible();
  await expect.element(screen.getByText('Seventh Player').first()).toBeVisible();
  const headers = screen.getByRole('columnheader').elements();
  expect(headers.map((header) => header.textContent)).toEqual([
    'Id',
    'Username',
    'Name',
    'Role',
    'Exposure',
    'Balance',
    'Currency',
    'Status',
    'isDemo',
    'Action',
  ]);
  const order = [{ column: 0, dir: 'desc' }];
  expect(api.callsOf(users.list)).toMatchObject([{ body: { length: 10, order } }]);
});

it("leads from an ADMIN's name to its clients, with the address telling so", async () => {
  const { api, screen } = await renderUsers('/users?page=1&search=de');
  await screen.getByRole('link', { name: 'desk' }).click();
  await expect.poll(screen.search).toBe('?admin=5');
  await expect.poll(() => api.callsOf(users.list).at(-1)?.body).toMatchObject({ userId: '5' });
});

it("leads from a client's name to its page, and from an ADMIN's other name to its own", async () => {
  const { screen } = await renderUsers('/users');
  await expect
    .element(screen.getByRole('link', { name: 'player7', exact: true }))
    .toHaveAttribute('href', '/clients/7');
  await expect
    .element(screen.getByRole('link', { name: 'Seventh Player' }))
    .toHaveAttribute('href', '/clients/5');
});

it('filters by status, role, currency and demo, which the address keeps', async () => {
  const { api, screen } = await renderUsers('/users?page=1&status=locked&role=NOBODY');
  await expect.element(screen.getByLabelText('Status')).toHaveValue('locked');
  await expect.element(screen.getByLabelText('Role')).toHaveValue('');
  await screen.getByLabelText('Role').selectOptions('ADMIN');
  await screen.getByLabelText('Currency').selectOptions('INR');
  await screen.getByLabelText('Is Demo').selectOptions('No');
  await expect.poll(screen.search).toBe('?status=locked&role=ADMIN&currency=INR&demo=no');
  const asked = { status: 'locked', role: 'ADMIN', currency: 'INR', isDemo: false };
  await expect.poll(() => api.callsOf(users.list).at(-1)?.body).toMatchObject(asked);
  await screen.getByLabelText('Status').selectOptions('All');
  await expect.poll(screen.search).toBe('?role=ADMIN&currency=INR&demo=no');
});

it('names whom a search finds further down, as the way there', async () => {
  const { api, screen } = await renderUsers('/users?search=player1', []);
  const found = { _id: 8n, username: 'player1', parentId: 5n, parentName: 'admin' };
  const page = { draw: 1, data: [], recordsTotal: 0, recordsFiltered: 0 };
  api.answer(users.list, { ...page, below: { count: 1, people: [found] } });
  await screen.getByLabelText('Search').fill('player');
  const link = screen.getByRole('link', { name: 'player1' });
  await expect
    .poll(() => link.query()?.closest('[role=status]')?.textContent)
    .toBe('1 match below admin: player1');
  await link.click();
  await expect.poll(screen.search).toBe('?admin=5&search=player1');
});

it("shows of an admin's clients only what does not touch them", async () => {
  const { screen } = await renderUsers('/users?admin=5', [client()]);
  await expect.element(screen.getByRole('link', { name: 'User Profile' })).toBeVisible();
  for (const name of ['Transaction Details', 'User Bet History']) {
    await expect.element(screen.getByRole('link', { name })).toBeVisible();
  }
  const history = screen.getByRole('link', { name: 'Deposit/Withdraw History' });
  await expect.element(history).not.toBeInTheDocument();
  for (const name of ['Deposit/Withdraw', 'Change Password', 'Edit User', 'Delete User']) {
    await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument();
  }
});

it("shows a client's history, of those of an admin too", async () => {
  const { api, screen } = await renderUsers('/users?admin=5', [client()]);
  api.answer(history.user, { draw: 1, data: [], recordsTotal: 0, recordsFiltered: 0 });
  const opener = screen.getByRole('button', { name: 'History' });
  await opener.click();
  const dialog = screen.getByRole('dialog', { name: 'History' });
  await expect.element(dialog.getByText('Nothing has happened yet.')).toBeVisible();
  await expect.element(dialog.getByText('player7', { exact: true })).toBeVisible();
  expect(api.callsOf(history.user)).toMatchObject([{ path: '/api/users/history/7' }]);
  // Loaded only when it was asked for, it still knows what opened it.
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

it('shows the way down to any depth, each step a way back', async () => {
  const { screen } = await renderUsers('/users?admin=7');
  const trail = screen.getByRole('navigation', { name: 'Downline' });
  await expect.element(trail).toHaveTextContent('olgauser5user6user7');
  await trail.getByRole('link', { name: 'user6' }).click();
  await expect.poll(screen.search).toBe('?admin=6');
  await expect.element(trail).toHaveTextContent('olgauser5user6');
  await trail.getByRole('link', { name: 'olga' }).click();
  await expect.poll(screen.search).toBe('');
});

it('asks before it deletes, and closes whatever the server says', async () => {
  const { api, screen } = await renderUsers('/users', [client()]);
  api.lose(users.remove);
  await screen.getByRole('button', { name: 'Delete User' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Delete User' });
  const question = dialog.getByText('Are you sure you want to delete player7?');
  await expect.element(question).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByRole('button', { name: 'Delete anyway' }).click();
  const message = screen.getByText('Failed to delete user. Please try again.');
  await expect.element(message).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.callsOf(users.remove)).toMatchObject([{ path: '/api/users/7' }]);
});

it('puts a wrong password of the operator under its field', async () => {
  const { api, screen } = await renderUsers('/users', [client()]);
  const errors = { parentPassword: 'This password is not right.' };
  api.refuse(users.changePasswordByParent, 400, '', errors);
  await screen.getByRole('button', { name: 'Change Password' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Change Password' });
  await dialog.getByLabelText('Parent Password').fill('not-mine');
  await dialog.getByLabelText('New Password').fill('Passw0rd!');
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect.element(screen.getByText('Error changing password')).toBeVisible();
  await expect.element(dialog.getByText(errors.parentPassword)).toBeVisible();
  const body = { userId: '7', parentPassword: 'not-mine', newPassword: 'Passw0rd!' };
  expect(api.callsOf(users.changePasswordByParent)).toMatchObject([{ body }]);
});
