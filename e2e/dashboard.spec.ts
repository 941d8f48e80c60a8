import { expect, type Locator, type Page } from '@playwright/test';
import { button, colourOf, field, toast } from './support/panel.ts';
import { makeUser, signIn } from './support/people.ts';
import { test, underClock } from './support/test.ts';

const labels = [
  'New Clients',
  'Total Users',
  'Total Bets',
  'Total Stakes',
  'Total Cashout Amount',
  'Total Profit/Loss',
];

function card(page: Page, label: string): Locator {
  return page.getByRole('region', { name: label, exact: true });
}

function stats(totalPl: number) {
  return {
    status: 'success',
    message: '',
    data: {
      newClients: 1,
      totalClients: 12_345,
      totalBets: 7,
      totalStakes: { $numberDecimal: '1234567.99' },
      totalCashoutAmount: { $numberDecimal: '99.50' },
      totalPl,
      currency: 'USD',
    },
  };
}

test('the dashboard shows six cards with the figures of the branch', async ({ page, admin }) => {
  await makeUser(admin);
  await makeUser(admin);
  await makeUser(admin, { isDemo: true });
  await signIn(page, admin);
  await page.goto('/dashboard');
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings.nth(labels.length - 1)).toBeVisible();
  expect((await headings.allTextContents()).slice(0, labels.length)).toEqual(labels);
  await expect(card(page, 'New Clients')).toContainText('2');
  await expect(card(page, 'Total Users')).toContainText('2');
  await expect(card(page, 'Total Bets')).toContainText('0');
  for (const label of labels.slice(3)) await expect(card(page, label)).toContainText('0 USD');
});

test('figures are rounded down to whole numbers', async ({ page, admin }) => {
  await page.route('**/api/stats/allStats', (route) => route.fulfill({ json: stats(-12.5) }));
  await signIn(page, admin);
  await page.goto('/dashboard');
  await expect(card(page, 'Total Users').getByText('12,345', { exact: true })).toBeVisible();
  await expect(card(page, 'Total Stakes').getByText('1,234,567', { exact: true })).toBeVisible();
  await expect(card(page, 'Total Cashout Amount').getByText('99', { exact: true })).toBeVisible();
  await expect(card(page, 'Total Profit/Loss').getByText('-13', { exact: true })).toBeVisible();
});

test('profit is green from zero on and loss is red', async ({ page, admin }) => {
  let totalPl = 0;
  await page.route('**/api/stats/allStats', (route) => route.fulfill({ json: stats(totalPl) }));
  await signIn(page, admin);
  const colourAt = async (figure: string) => {
    await page.goto('/dashboard');
    const shown = card(page, 'Total Profit/Loss').getByText(figure, { exact: true });
    return colourOf(shown);
  };
  expect(await colourAt('0')).toBe('green');
  totalPl = 20.75;
  expect(await colourAt('+20')).toBe('green');
  totalPl = -20;
  expect(await colourAt('-20')).toBe('red');
});

test('SUPER switches the currency of the figures, and the address keeps it', async ({
  page,
  superUser,
}) => {
  await signIn(page, superUser);
  await page.goto('/dashboard');
  await expect(card(page, 'Total Stakes')).toContainText('USD');
  await field(page, 'Currency').selectOption('INR');
  await expect(card(page, 'Total Stakes')).toContainText('INR');
  await expect(page).toHaveURL('/dashboard?currency=INR');
  await page.reload();
  await expect(card(page, 'Total Profit/Loss')).toContainText('INR');
  await page.goBack();
  await expect(card(page, 'Total Profit/Loss')).toContainText('USD');
});

test('the figures follow the play while one looks', underClock, async ({ page, admin, game }) => {
  const client = await makeUser(admin, { balance: 500 });
  await page.clock.install();
  await signIn(page, admin);
  await page.goto('/dashboard');
  await expect(card(page, 'Total Bets')).toContainText('0');
  const bets = [
    { by: client, stake: 100, cashout: 1.33 },
    { by: client, stake: 50.5, autoCashout: 1.5 },
  ];
  await game.playRound(bets, { crashAt: 2 });
  const later = page.waitForRequest('**/api/stats/allStats');
  await page.clock.runFor(10_000);
  // It is not the operator who asks, so it must not keep the session alive.
  expect(await (await later).headerValue('x-background')).toBe('true');
  const figure = (label: string, text: string) =>
    expect(card(page, label).getByText(text, { exact: true })).toBeVisible();
  await figure('Total Bets', '2');
  await figure('Total Stakes', '150');
  await figure('Total Cashout Amount', '208');
  await figure('Total Profit/Loss', '-59');
});

test('a maintenance switch without an answer says that the update failed', async ({
  page,
  superUser,
}) => {
  const json = { status: 'success', message: '', data: { isMaintenance: false } };
  await page.route('**/api/maintenance/Aviator', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fulfill({ json }),
  );
  // The live stream would tell what is really so.
  await page.route('**/api/live*', (route) => route.fulfill({ status: 404, json: {} }));
  await signIn(page, superUser);
  await page.goto('/dashboard');
  await field(page, 'Maintenance').selectOption('Maintenance: On');
  await button(page.getByRole('dialog'), 'Confirm · Switch on').click();
  await expect(toast(page, 'Failed Update', 'Failed Update')).toBeVisible();
  await expect(field(page, 'Maintenance')).toHaveValue('false');
});

test('an ADMIN has neither the maintenance nor the currency switch', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto('/dashboard');
  await expect(card(page, 'Total Stakes')).toContainText('0 USD');
  await expect(page.getByRole('combobox')).toHaveCount(0);
});

test('figures that cannot be loaded can be asked for again', async ({ page, admin }) => {
  await page.route('**/api/stats/allStats', (route) =>
    route.fulfill({ status: 409, json: { status: 'error', message: 'Not just now.' } }),
  );
  await signIn(page, admin);
  await page.goto('/dashboard');
  await expect(toast(page, 'Error', 'Not just now.')).toBeVisible();
  await page.unroute('**/api/stats/allStats');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(card(page, 'Total Users')).toContainText('0');
});
