import { history } from '@pitboss/contract/history';
import { type User, users } from '@pitboss/contract/users';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoViolation } from '#src/test/axe.ts';
import { colourOf, green, red } from '#src/test/colours.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { client, operatorWallet, profile } from '#src/test/people.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { Tooltips } from '#src/ui/tooltips.tsx';
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
  const screen = await renderScreen(
    <>
      <UsersScreen />
      <Tooltips />
    </>,
    address,
  );
  return { api, screen, row: (index: number) => screen.getByRole('row').nth(index + 1) };
}

/** What the actions in a cell or a row are called. */
function namesIn(box: Element | null, selector: 'a' | 'button' | 'a, button') {
  const actions = [...(box?.querySelectorAll(selector) ?? [])];
  return actions.map((action) => action.getAttribute('aria-label'));
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

it('gives a client nine actions, called by their names', async () => {
  const { screen, row } = await renderUsers('/users', [client()]);
  const actions = row(0).getByRole('cell').last();
  await expect
    .poll(() => namesIn(actions.query(), 'a, button'))
    .toEqual([
      'Deposit/Withdraw',
      'Change Password',
      'Transaction Details',
      'Deposit/Withdraw History',
      'User Bet History',
      'User Profile',
      'History',
      'Edit User',
      'Delete User',
    ]);
  for (const [name, path] of [
    ['Transaction Details', '/my-account/account-statement/7'],
    ['Deposit/Withdraw History', '/deposit-withdraw/7'],
    ['User Bet History', '/my-account/bet-history/7'],
    ['User Profile', '/my-account/profile/7'],
  ] as const) {
    const link = actions.getByRole('link', { name, exact: true });
    await expect.element(link).toHaveAttribute('href', path);
  }
  await userEvent.hover(actions.getByRole('link', { name: 'User Profile' }));
  await expect.element(screen.getByRole('tooltip', { name: 'User Profile' })).toBeVisible();
  await actions.getByRole('button', { name: 'Edit User' }).click();
  await expect.poll(screen.path).toBe('/new-user/7');
});

it("shows of an admin's clients only what does not touch them", async () => {
  const { row } = await renderUsers('/users?admin=5', [client()]);
  const actions = row(0).getByRole('cell').last();
  await expect
    .poll(() => namesIn(actions.query(), 'a'))
    .toEqual(['Transaction Details', 'User Bet History', 'User Profile']);
  expect(namesIn(row(0).element(), 'button')).toEqual(['History']);
});

it('shows an exposure in red below zero and in green otherwise', async () => {
  const { row } = await renderUsers('/users', [
    client({ _id: 1n, username: 'at-stake', exposure: -12_50n, balance: 1_000_00n }),
    client({ _id: 2n, username: 'idle', exposure: 0n, balance: 5n }),
  ]);
  for (const [index, username, exposure, colour, balance] of [
    [0, 'at-stake', '-12.50', red, '1,000'],
    [1, 'idle', '0', green, '0.05'],
  ] as const) {
    const cells = row(index).getByRole('cell');
    await expect.element(cells.nth(1)).toHaveTextContent(username);
    expect(cells.nth(4).element().textContent).toBe(exposure);
    expect(colourOf(cells.nth(4).getByText(exposure))).toBe(colour);
    expect(cells.nth(5).element().textContent).toBe(balance);
  }
});

it('says without clients that nothing matches, in sight on a phone too', async () => {
  const { innerWidth, innerHeight } = window;
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  const { screen } = await renderUsers('/users', []);
  const words = 'No matching records found';
  await expect.element(screen.getByRole('cell', { name: words })).toBeVisible();
  await expect.element(screen.getByText('Showing 0 entries')).toBeVisible();
  await expectNoViolation();
  await expect.element(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  // Lower than a phone by more than the header of the panel, which is not here.
  await page.viewport(360, 700);
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument();
  await expect.element(screen.getByText(words)).toBeInViewport({ ratio: 1 });
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
