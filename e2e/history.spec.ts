import { cashRequests } from '@pitboss/contract/cash-requests';
import { history } from '@pitboss/contract/history';
import { player } from '@pitboss/contract/player';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { makeDesk, openDesk } from './support/cash-desk.ts';
import { decide, makePlayer } from './support/cashier.ts';
import { button, rowOf, time } from './support/panel.ts';
import { deposit, makeUser, type Operator, type Person, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'History' });

/** The cells of each row, as they can be read; changes stand below their action. */
async function rowsIn(page: Page): Promise<string[][]> {
  const table = dialogOf(page).getByRole('table');
  await expect(table).toHaveAttribute('aria-busy', 'false');
  const rows = await table.getByRole('row').all();
  const cells = rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts());
  return (await Promise.all(cells)).map(([, ...texts]) => texts);
}

async function openHistory(page: Page, operator: Operator, client: Person, query = '') {
  await signIn(page, operator);
  await page.goto(`/users${query}`);
  await button(rowOf(page, client.username), 'History').click();
  await expect(dialogOf(page)).toBeVisible();
}

/** What an operator did to a client, and what was refused. */
async function makeTroubledClient(admin: Operator): Promise<Person> {
  const client = await makeUser(admin, { name: 'Before' });
  const { token } = admin;
  const params = { id: client._id };
  await call(users.update, { token, params, body: { name: 'After', status: 'suspended' } });
  await deposit(admin, client, 12.5, 'bonus');
  const body = { amount: 500 };
  await expect(call(transactions.withdraw, { token, params, body })).rejects.toThrow(/ 400: /);
  return client;
}

test('a client has a history: when, by whom, what, and what became of it', async ({
  page,
  admin,
}) => {
  const client = await makeTroubledClient(admin);
  await openHistory(page, admin, client);
  const dialog = dialogOf(page);
  await expect(dialog.getByText(client.username, { exact: true }).first()).toBeVisible();
  await expect(dialog.getByRole('cell').first()).toHaveText(time);
  const by = `${admin.username}\nADMIN · 127.0.0.1`;
  const rows = await rowsIn(page);
  expect(rows.map(([who]) => who)).toEqual([by, by, by, by]);
  const [refused = [], funded = [], changed = [], created = []] = rows;
  expect(refused[1]).toBe('Withdraw');
  expect(refused[2]).toMatch(/^Refused\n.*12\.50/);
  expect(funded[1]?.split('\n')).toEqual(
    expect.arrayContaining(['Deposit', 'Amount: 12.50', 'Remarks: bonus']),
  );
  expect(funded[2]).toBe('Done');
  expect(changed.slice(1)).toEqual([
    'Changed\nName: Before → After\nStatus: active → suspended',
    'Done',
  ]);
  expect(created[1]?.split('\n')).toEqual(
    expect.arrayContaining(['Created', `Username: ${client.username}`, 'Name: Before']),
  );
});

test('it tells of sign-ins, refused ones too, and of passwords but never the words', async ({
  page,
  admin,
}) => {
  const client = await makePlayer(admin);
  const body = { userId: client._id, parentPassword: admin.password, newPassword: 'Secret@98765' };
  await call(users.changePasswordByParent, { token: admin.token, body });
  const { username, password } = client;
  await expect(call(player.login, { body: { username, password } })).rejects.toThrow(/ 401: /);
  await openHistory(page, admin, client);
  const rows = await rowsIn(page);
  expect(
    rows.map(([, action = '', result = '']) => [action.split('\n')[0], result.split('\n')[0]]),
  ).toEqual([
    ['Sign-in', 'Refused'],
    ['Password set by the operator', 'Done'],
    ['Sign-in', 'Done'],
    ['Created', 'Done'],
  ]);
  const words = await dialogOf(page).textContent();
  expect(words).not.toContain('Secret@98765');
  expect(words).not.toContain(client.password);
});

test("the clients of an admin have theirs too, and strangers' is not to be had", async ({
  page,
  superUser,
  admin,
}) => {
  const client = await makeTroubledClient(admin);
  await openHistory(page, superUser, client, `?admin=${admin._id}`);
  expect(await rowsIn(page)).toHaveLength(4);
  const stranger = await makeUser(superUser);
  const params = { id: stranger._id };
  await expect(call(history.user, { token: admin.token, params })).rejects.toThrow(
    'User not found.',
  );
});

test('what an operator above did is told without a name and an address', async ({
  page,
  superUser,
  admin,
}) => {
  const { fileDeposit } = await makeDesk(admin);
  const id = await fileDeposit(40);
  await decide(superUser, id, 'failed', 'no such payment');
  await openDesk(page, admin);
  await button(rowOf(page, id), 'History').click();
  const [decided = []] = await rowsIn(page);
  expect(decided[0]).toBe('An operator above you\nSUPER');
  expect(await dialogOf(page).textContent()).not.toContain('super');
});

test('a request has a history of its own', async ({ page, admin }) => {
  const { client, fileDeposit } = await makeDesk(admin);
  const id = await fileDeposit(120.5);
  await decide(admin, id, 'failed', 'no such payment');
  await decide(admin, id, 'success');
  const body = { reqId: id, status: 'failed' as const };
  const again = call(cashRequests.resolve, { token: admin.token, body });
  await expect(again).rejects.toThrow(/ 409: /);
  await openDesk(page, admin);
  await button(rowOf(page, id), 'History').click();
  await expect(dialogOf(page).getByText(`Deposit request of ${client.username}`)).toBeVisible();
  const rows = await rowsIn(page);
  expect(rows.map(([who = '']) => who.split('\n')[0])).toEqual([
    admin.username,
    admin.username,
    admin.username,
    client.username,
  ]);
  const [refused = [], success = [], failed = [], filed = []] = rows;
  expect(refused[1]).toBe('Decided');
  expect(refused[2]).toMatch(/^Refused\n./);
  expect(success[1]?.split('\n').slice(0, 2)).toEqual(['Decided', 'Status: failed → success']);
  expect(failed[1]?.split('\n').slice(0, 3)).toEqual([
    'Decided',
    'Status: pending → failed',
    'Note: no such payment',
  ]);
  expect(filed[1]?.split('\n')[0]).toBe('Deposit requested');
  expect(filed[1]).toContain('Amount: 120.50');
});

test('on a phone and by the keyboard alone', async ({ page, admin }) => {
  const client = await makeTroubledClient(admin);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, admin);
  await page.goto('/users');
  const card = page.getByRole('listitem').filter({ hasText: client.username });
  const opener = button(card, 'Action');
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('menuitem', { name: 'Deposit/Withdraw', exact: true })).toBeFocused();
  // Up from the first is the last, and History is the third of those.
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await expect(dialogOf(page).getByText('Done', { exact: true })).toHaveCount(3);
  // Neither the page nor a box inside of the dialog.
  const sideways = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=dialog] section')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ outerHTML }) => outerHTML.slice(0, 80)),
  );
  expect(sideways).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(opener).toBeFocused();
});
