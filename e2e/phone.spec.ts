import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { violations } from './support/axe.ts';
import { makeDesk } from './support/cash-desk.ts';
import { follow } from './support/cast.ts';
import { button, field } from './support/panel.ts';
import { makeUser, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const phone = { width: 360, height: 740 };

test.use({ viewport: phone });

/** Every list with the call that fills it, for SUPER. */
const lists = [
  { path: '/users', call: 'users/get' },
  { path: '/deposit-withdraw?startDay=2020-01-01', call: 'banking/users/request/dw' },
  { path: '/transaction-details', call: 'transactions/getAllStatement' },
  { path: '/bets', call: 'bets/getallbets' },
  { path: '/rounds', call: 'rounds/list/getAllRounds' },
  { path: '/reports', call: 'roundpl/getRoundPl' },
  { path: '/reports?group=day', call: 'stats/play' },
  { path: '/reports?group=client', call: 'stats/clients' },
  { path: '/reports?group=operator', call: 'stats/operators' },
  { path: '/reports?group=version', call: 'stats/versions' },
  { path: '/multiplayer', call: 'multiplier/versions' },
  { path: '/banks', call: 'banks/get/bankDetails' },
  { path: '/event', call: 'event/getallevent' },
  { path: '/activity', call: 'activity/get' },
  { path: '/customer-support', call: 'customersupport/getall' },
];

/** The marks of a chart are items of a list too. */
function cards(page: Page): Locator {
  return page.getByRole('main').locator('section[aria-busy] > ul').getByRole('listitem');
}

function cardOf(page: Page, name: string): Locator {
  return cards(page).filter({ has: page.getByText(name, { exact: true }) });
}

/** Names as long as they may be, and amounts of eight digits before the point. */
function grown(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => grown(one));
  if (value && typeof value === 'object') {
    if ('$numberDecimal' in value) return { $numberDecimal: '12345678.90' };
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, grown(one, name)]));
  }
  const names = ['username', 'name', 'bankName', 'accountHolderName', 'eventName', 'remarks'];
  if (names.includes(key)) return 'Wolfeschlegelsteinhausenbergerdorff'.slice(0, 32);
  const amounts = ['balance', 'amount', 'deposit', 'withdraw', 'bankBalance', 'maxAmount'];
  if ([...amounts, 'Stakes', 'cashoutAmount', 'totalPl'].includes(key)) return -12_345_678.9;
  return value;
}

test('every list has cards that fit, however long a name or large an amount', async ({
  page,
  superUser,
}) => {
  test.setTimeout(lists.length * 60_000);
  for (const { call } of lists) await page.route(`**/api/${call}`, growAnswer);
  await signIn(page, superUser);
  await page.goto('/Common/Profile');
  for (const { path } of lists) {
    await test.step(path, async () => {
      await follow(page, path);
      await expectFittingCards(page);
    });
  }
});

async function growAnswer(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, json: grown(await response.json()) });
}

async function expectFittingCards(page: Page): Promise<void> {
  const first = cards(page).first();
  await expect(first).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(cards(page).filter({ hasNotText: /\S/ })).toHaveCount(0);
  const more = button(first, 'More');
  if ((await more.count()) > 0) {
    await more.click();
    // It may not be the first any more: others' requests come in above it.
    const opened = { name: 'More', exact: true, expanded: true };
    await expect(cards(page).getByRole('button', opened)).toHaveCount(1);
  }
  const tooWide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );
  expect.soft(tooWide).toEqual([]);
  expect.soft(await smallTargets(first)).toEqual([]);
  expect.soft(await violations(page, 'everything')).toEqual([]);
}

/** Buttons that a thumb would miss. */
function smallTargets(card: Locator): Promise<string[]> {
  return card.getByRole('button').evaluateAll((all) =>
    all
      .filter((one) => !one.matches('dd *, [class*=title] *'))
      .filter((one) => one.getBoundingClientRect().height < 44)
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );
}

test('a client has its figures on the card, and its actions in one menu', async ({
  page,
  admin,
}) => {
  const client = await makeUser(admin, { balance: 1234.5, status: 'suspended' });
  await signIn(page, admin);
  await page.goto('/users');
  const card = cardOf(page, client.username);
  await expect(card).toContainText('Status: suspended');
  await expect(card.getByRole('definition')).toHaveText(['0', '1,234.50 USD']);
  await expect(card.getByText('isDemo')).toHaveCount(0);
  await button(card, 'More').click();
  await expect(card.getByText('isDemo')).toBeVisible();

  await button(card, 'Action').click();
  const items = card.getByRole('menuitem');
  await expect(items).toHaveText([
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
  const last = await items.nth(8).boundingBox();
  const before = await items.nth(7).boundingBox();
  expect((last?.y ?? 0) - (before?.y ?? 0) - (before?.height ?? 0)).toBeGreaterThan(8);
  expect(await violations(page, 'everything')).toEqual([]);

  await items.nth(0).click();
  const dialog = page.getByRole('dialog', { name: 'Deposit/Withdraw' });
  await expect(field(dialog, 'Amount')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button(card, 'Action')).toBeFocused();
  await button(card, 'Action').click();
  await card.getByRole('menuitem', { name: 'User Profile' }).click();
  await expect(page).toHaveURL(`/my-account/profile/${client._id}`);
});

test('cards are sorted by a list, and the pages turn', async ({ page, admin }) => {
  for (let count = 0; count < 11; count += 1) await makeUser(admin, { balance: count + 1 });
  await signIn(page, admin);
  await page.goto('/users');
  await expect(cards(page)).toHaveCount(10);
  await field(page, 'Sort by').selectOption('Balance ↑');
  await expect(page).toHaveURL('/users?order=balance.asc');
  await expect(cards(page).first()).toContainText('1 USD');
  await button(page, 'Next').click();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('11 USD');
});

test('filters fold into one line that counts them', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto('/deposit-withdraw');
  const line = page.getByRole('button', { name: /^Filters/ });
  await expect(field(page, 'Start Date')).toHaveCount(0);
  await line.click();
  await expect(field(page, 'Start Date')).toBeVisible();
  await field(page, 'Status').selectOption('Failed');
  await field(page, 'Type').selectOption('Deposit');
  await expect(line).toContainText('Filters · 2');
  await line.click();
  await expect(field(page, 'Start Date')).toHaveCount(0);
  await expect(line).toContainText('Filters · 2');
});

test('requests are decided on their cards, each after a question', async ({ page, admin }) => {
  const desk = await makeDesk(admin);
  const [paid, refused] = [await desk.fileDeposit(12.5), await desk.fileDeposit(20)];
  await signIn(page, admin);
  await page.goto('/deposit-withdraw');
  const card = (id: string) => cardOf(page, `#${id}`);
  await expect(card(paid)).toContainText('+12.50 USD');
  await button(card(paid), 'Accept').click();
  await page.getByRole('dialog').getByRole('button').last().click();
  await expect(card(paid)).toContainText('Status: Success');
  await expect(button(card(paid), 'Accept')).toHaveCount(0);
  await button(card(refused), 'Reject…').click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('the totals stand below the cards', async ({ page, admin }) => {
  const client = await makeUser(admin, { balance: 30 });
  await signIn(page, admin);
  await page.goto(`/transaction-details/${client._id}`);
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('+30 USD');
  const total = page.getByRole('region', { name: 'Total' });
  await expect(total.getByRole('definition')).toHaveText(['+30', '0']);
});
