import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { makeDesk } from './support/cash-desk.ts';
import { makePlayer } from './support/cashier.ts';
import { button, field, rowOf, time, totalRow } from './support/panel.ts';
import { makeAdmin, makeUser, type Operator, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const noRecords = 'No matching records found';

async function openBets(page: Page, operator: Operator, query = '') {
  await signIn(page, operator);
  await page.goto(`/bets${query}`);
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
}

/** The bets of the table, each with its cells. */
function lines(page: Page): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('cell', { name: time }) });
}

test.describe('Bet Details', () => {
  test('lists the bets of the branch, the newest first, with their total', async ({
    page,
    admin,
    game,
  }) => {
    const client = await makeUser(admin, { balance: 1_000 });
    const bets = [
      { by: client, stake: 100, cashout: 1.33 },
      { by: client, stake: 50.5 },
      { by: client, stake: 20, autoCashout: 5 },
    ];
    const played = await game.playRound(bets, { crashAt: 2 });
    const { id: open } = await game.openRound([{ by: client, stake: 7 }]);
    await openBets(page, admin);
    await expect(lines(page)).toHaveCount(4);
    const cells = (index: number) => lines(page).nth(index).getByRole('cell');
    const name = client.username;
    const [lost, won] = [/^Settled– \/ [\d.]+×$/, /^Settled1\.33× \/ [\d.]+×$/];
    await expect(cells(0)).toHaveText([name, open, '7', '-', '0.00', 'Unsettled', time, time]);
    await expect(cells(1)).toHaveText([name, played, '20', '0', '20.00', lost, time, time]);
    await expect(cells(2)).toHaveText([name, played, '50.50', '0', '50.50', lost, time, time]);
    await expect(cells(3)).toHaveText([name, played, '100', '133', '33.00', won, time, time]);
    await expect(totalRow(page).getByRole('cell').nth(1)).toHaveText('177.50');
    await expect(totalRow(page).getByRole('cell').nth(2)).toHaveText('133');
    // What is open or was given back has no result, in the rows and in their total.
    const profit = totalRow(page).getByRole('cell', { name: 'operator won 37.50', exact: true });
    await expect(profit).toBeVisible();
    const voided = await game.openRound([{ by: client, stake: 300 }]);
    await voided.refund();
    await page.reload();
    await expect(totalRow(page).getByRole('cell').nth(1)).toHaveText('477.50');
    await expect(profit).toBeVisible();
  });

  test('keeps its dates in the address', async ({ page, admin, game }) => {
    const client = await makeUser(admin, { balance: 100 });
    await game.playRound([{ by: client, stake: 10 }], { crashAt: 1 });
    await openBets(page, admin);
    await expect(rowOf(page, client.username)).toHaveCount(1);
    await field(page, 'End Date').click();
    const calendar = page.getByRole('dialog', { name: 'Calendar' });
    await field(calendar, 'Year').fill('2011');
    await calendar.getByRole('button', { name: /^9 .* 2011$/ }).click();
    await expect(page.getByRole('cell', { name: noRecords })).toBeVisible();
    await expect(page).toHaveURL(/startDay=2011-\d\d-09&endDay=2011-\d\d-09/);
    await page.reload();
    await expect(field(page, 'End Date')).toHaveValue(/^09-\d\d-2011$/);
    await expect(page.getByRole('cell', { name: noRecords })).toBeVisible();
    await page.goBack();
    await expect(rowOf(page, client.username)).toHaveCount(1);
  });

  test('has a currency switch for SUPER', async ({ page, superUser, game }) => {
    const desk = await makeAdmin(superUser, { currency: 'PKR', balance: 500 });
    const client = await makeUser(desk, { balance: 200 });
    await game.playRound([{ by: client, stake: 66 }], { crashAt: 1.2 });
    await openBets(page, superUser, `?search=${client.username}`);
    await expect(page.getByRole('cell', { name: noRecords })).toBeVisible();
    await field(page, 'Currency').selectOption('PKR');
    await expect(rowOf(page, client.username)).toContainText('66');
    await expect(page).toHaveURL(/currency=PKR/);
    await page.reload();
    await expect(field(page, 'Currency')).toHaveValue('PKR');
    await expect(rowOf(page, client.username)).toContainText('66');
  });

  test('leads from a name to that client’s bets, and widens again from those alone', async ({
    page,
    admin,
    game,
  }) => {
    const [one, other] = [
      await makeUser(admin, { balance: 100 }),
      await makeUser(admin, { balance: 100 }),
    ];
    const bets = [
      { by: one, stake: 11 },
      { by: other, stake: 22 },
    ];
    await game.playRound(bets, { crashAt: 1.1 });
    await openBets(page, admin);
    await expect(lines(page)).toHaveCount(2);
    await page.getByRole('link', { name: one.username }).click();
    await expect(page).toHaveURL(`/clients/${one._id}?tab=bets`);
    await expect(lines(page)).toHaveCount(1);
    await page.goto(`/bets?userId=${one._id}`);
    await expect(page.getByText(`Only bets of ${one.username}.`)).toBeVisible();
    await expect(lines(page)).toHaveCount(1);
    await expect(totalRow(page).getByRole('cell').nth(1)).toHaveText('11');
    await page.getByRole('link', { name: 'Show all' }).click();
    await expect(page).toHaveURL('/bets');
    await expect(lines(page)).toHaveCount(2);
    await expect(totalRow(page).getByRole('cell').nth(1)).toHaveText('33');
  });

  test('turns its pages, and the total stays that of all', async ({ page, admin, game }) => {
    const client = await makeUser(admin, { balance: 1_000 });
    const bets = Array.from({ length: 23 }, (_, index) => ({ by: client, stake: index + 1 }));
    await game.playRound(bets, { crashAt: 1.5 });
    await openBets(page, admin);
    const count = (words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();
    await count('Showing 1 to 10 of 23 entries');
    await expect(totalRow(page).getByRole('cell').nth(1)).toHaveText('276');
    await button(page, 'Last').click();
    await count('Showing 21 to 23 of 23 entries');
    await expect(page).toHaveURL('/bets?page=3');
    await expect(lines(page)).toHaveCount(3);
    await expect(totalRow(page).getByRole('cell').nth(1)).toHaveText('276');
    await field(page, 'Show entries').selectOption('25');
    await count('Showing 1 to 23 of 23 entries');
  });
});

test.describe('Bet History', () => {
  test('of an ADMIN shows its whole branch, as its requests do, with the name in each row', async ({
    page,
    admin,
    superUser,
    game,
  }) => {
    const { client, fileDeposit: file } = await makeDesk(admin);
    const other = await makePlayer(admin, { balance: 100 });
    const requests = [await file(21), await file(22, other)];
    const bets = [client, other].map((by) => ({ by, stake: 5 }));
    const round = await game.openRound(bets);
    await signIn(page, superUser);
    await page.goto(`/users?search=${admin.username}`);
    const follow = (name: string) =>
      rowOf(page, admin.username).getByRole('link', { name, exact: true }).click();
    await follow('User Bet History');
    await expect(lines(page)).toHaveCount(2);
    for (const { username } of [client, other]) {
      await expect(rowOf(page, username).filter({ hasText: round.id })).toHaveCount(1);
    }
    await page.goto(`/users?search=${admin.username}`);
    await follow('Deposit/Withdraw History');
    for (const [index, { username }] of [client, other].entries()) {
      await expect(rowOf(page, requests[index] ?? '')).toContainText(username);
    }
  });

  test('shows what is open, and after the crash under settled', async ({ page, admin, game }) => {
    const client = await makeUser(admin, { balance: 500 });
    const bets = [
      { by: client, stake: 50.5, autoCashout: 1.5 },
      { by: client, stake: 100 },
    ];
    const round = await game.openRound(bets);
    await signIn(page, admin);
    await page.goto('/users');
    const row = rowOf(page, client.username);
    await expect(row.getByRole('cell').nth(4)).toHaveText('-150.50');
    await row.getByRole('link', { name: 'User Bet History', exact: true }).click();
    await expect(page).toHaveURL(`/my-account/bet-history/${client._id}`);
    await expect(field(page, 'Type')).toHaveValue('unsettled');
    const cells = (index: number) => lines(page).nth(index).getByRole('cell');
    const start = [client.username, round.id];
    const open = ['0.00', 'Unsettled', time, time];
    await expect(cells(0)).toHaveText([...start, '100', '-', 'Manual', ...open]);
    await expect(cells(1)).toHaveText([...start, '50.50', '-', 'Auto 1.50×', ...open]);
    await expect(totalRow(page).getByRole('cell').nth(1)).toHaveText('150.50');

    await round.crash({ crashAt: 2 });
    await page.reload();
    await expect(page.getByRole('cell', { name: noRecords })).toBeVisible();
    await field(page, 'Type').selectOption('Settled');
    await expect(page).toHaveURL(/type=settled/);
    const past = (left: string) => [`Settled${left} / 2.00×`, time, time];
    await expect(cells(0)).toHaveText([...start, '100', '0', 'Manual', '100.00', ...past('–')]);
    await expect(cells(1)).toHaveText([
      ...start,
      '50.50',
      '75.75',
      'Auto 1.50×',
      '25.25',
      ...past('1.50×'),
    ]);
    await expect(totalRow(page).getByRole('cell').nth(1)).toHaveText('150.50');
    await expect(totalRow(page).getByRole('cell').nth(2)).toHaveText('75.75');
  });

  test('shows under void what was refunded', async ({ page, admin, game }) => {
    const client = await makeUser(admin, { balance: 60 });
    const round = await game.openRound([{ by: client, stake: 60 }]);
    await round.refund();
    await signIn(page, admin);
    await page.goto(`/my-account/bet-history/${client._id}?type=void`);
    await expect(field(page, 'Type')).toHaveValue('void');
    const cells = lines(page).getByRole('cell');
    const words = [client.username, round.id, '60', '-', 'Manual', '0.00', 'Void', time, time];
    await expect(cells).toHaveText(words);
    const menu = page.getByRole('navigation', { name: 'My account' });
    await menu.getByRole('link', { name: 'Account Statement' }).click();
    await expect(
      page.getByRole('cell', { name: new RegExp(`round ${round.id}`, 'i') }),
    ).toHaveCount(2);
  });

  test('is one of three pages of a client, and pages, orders and searches', async ({
    page,
    admin,
    game,
  }) => {
    // A name with digits in it could have the number of the round that is searched for.
    const username = `client-${randomUUID().replace(/[^a-f]/g, '')}`;
    const client = await makeUser(admin, { username, balance: 1_000 });
    const small = Array.from({ length: 11 }, (_, index) => ({ by: client, stake: index + 1 }));
    const [first, last] = [
      await game.playRound(small, { crashAt: 1.5 }),
      await game.playRound([{ by: client, stake: 99 }], { crashAt: 1.5 }),
    ];
    await signIn(page, admin);
    await page.goto(`/my-account/bet-history/${client._id}?type=settled`);
    const menu = page.getByRole('navigation', { name: 'My account' });
    await expect(menu.getByRole('link')).toHaveText([
      'Profile',
      'Bet History',
      'Account Statement',
    ]);
    const current = menu.getByRole('link', { name: 'Bet History' });
    await expect(current).toHaveAttribute('aria-current', 'page');
    const stakes = page.locator('tbody td:nth-child(3)');
    await expect(stakes.first()).toHaveText('99');
    await expect(page.getByText('Showing 1 to 10 of 12 entries')).toBeVisible();
    await button(page, 'Next').click();
    await expect(stakes).toHaveText(['2', '1']);
    await expect(page).toHaveURL(/page=2/);
    await button(page, 'Stake').click();
    await expect(stakes.first()).toHaveText('1');
    await expect(page).toHaveURL(/order=stake\.asc/);
    await field(page, 'Search').fill(last);
    await expect(stakes).toHaveText(['99']);
    await page.getByRole('link', { name: last, exact: true }).click();
    await expect(page).toHaveURL(`/round-bets/${last}?currency=USD`);
    expect(first).not.toBe(last);
  });
});

test('bets of a stranger are not shown, and it is said', async ({
  page,
  admin,
  superUser,
  game,
}) => {
  const stranger = await makeUser(superUser, { balance: 10 });
  await game.playRound([{ by: stranger, stake: 3 }], { crashAt: 1.1 });
  await signIn(page, admin);
  const id = stranger._id;
  for (const path of [`/bets?userId=${id}`, `/my-account/bet-history/${id}?type=settled`]) {
    await page.goto(path);
    await expect(page.getByRole('alert').getByText('User not found.')).toBeVisible();
    await expect(page.getByText(stranger.username)).toHaveCount(0);
  }
});
