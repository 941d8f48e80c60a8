import { type Currency, currencies } from '@pitboss/contract/money';
import { expect, type Locator, type Page } from '@playwright/test';
import type { GameServer } from './support/game.ts';
import { field, totalRow } from './support/panel.ts';
import { makeAdmin, makeUser, type Operator, signIn } from './support/people.ts';
import { test } from './support/test.ts';

/** A desk of a currency with two clients, one of whom won and one of whom lost. */
async function playOut(superUser: Operator, game: GameServer, currency: Currency) {
  const desk = await makeAdmin(superUser, { currency, balance: 5_000 });
  const [winner, loser] = [
    await makeUser(desk, { balance: 500 }),
    await makeUser(desk, { balance: 500 }),
  ];
  const bets = [
    { by: winner, stake: 100.25, autoCashout: 1.9 },
    { by: loser, stake: 210.5 },
  ];
  await game.playRound(bets, { crashAt: 2 });
  return { desk, winner, loser };
}

/** Where the totals stand in the reports by client. */
const places = { bets: 0, stakes: 1, pl: 3 } as const;

/** The report stands in the place of the dashboard, with its rows. */
async function reportShown(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /^Bet Details by/ })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(1);
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
}

/** Leads from a figure to the rows that make it, and back. */
async function expectSame(page: Page, figure: Locator, place: number) {
  await expect(figure).toBeVisible();
  const text = ((await figure.textContent()) ?? '').trim();
  await figure.click();
  await expect(page).toHaveURL(/\/reports\?/);
  await reportShown(page);
  const total = (await totalRow(page).getByRole('cell').nth(place).textContent()) ?? '';
  expect(total.split(' of ')[0]).toBe(text);
  await page.goBack();
}

/** The figures of the period, in their order: profit, stakes, bets, players. */
function figureOf(page: Page, name: RegExp): Locator {
  return page.getByRole('term').filter({ hasText: name }).locator('xpath=..').getByRole('link');
}

for (const currency of currencies) {
  test(`each figure opens the rows that make it, ${currency}`, async ({
    page,
    superUser,
    game,
  }) => {
    const { desk, winner } = await playOut(superUser, game, currency);
    await signIn(page, desk);
    for (const period of ['today', 'week']) {
      await page.goto(`/dashboard?period=${period}`);
      await expectSame(page, figureOf(page, /^Profit\/Loss/), places.pl);
      await expectSame(page, figureOf(page, /^Stakes/), places.stakes);
      await expectSame(page, figureOf(page, /^Bets/), places.bets);
    }
    await page.goto('/dashboard');
    const bars = page.getByRole('list', { name: /^Profit\/Loss by day/ });
    await bars.getByRole('link', { name: /^Today: / }).click();
    await expect(totalRow(page).getByRole('cell')).toHaveText([
      '2 of 2 players',
      '310.75',
      '190.47',
      '+120.28',
    ]);
    await page.getByRole('table').getByRole('link', { name: winner.username }).click();
    await expect(page).toHaveURL(/\/bets\?.*userId=/);
    await expect(page.getByRole('cell', { name: 'operator lost 90.22' }).first()).toBeVisible();
  });
}

for (const currency of currencies) {
  // Others play meanwhile below SUPER: a day that is over stays as it is.
  test(`a day of SUPER opens the rows that make it, ${currency}`, async ({ page, superUser }) => {
    await signIn(page, superUser);
    await page.goto(`/dashboard?currency=${currency}`);
    for (const [figure, place] of [
      ['Profit/Loss', places.pl],
      ['Stakes', places.stakes],
      ['Bets', places.bets],
    ] as const) {
      await page.getByRole('radio', { name: figure, exact: true }).press('Space');
      const days = page.getByRole('list', { name: new RegExp(`^${figure} by day`) });
      const yesterday = days.getByRole('link').nth(-2);
      const label = (await yesterday.getAttribute('aria-label')) ?? '';
      await yesterday.click();
      await reportShown(page);
      const total = await totalRow(page).getByRole('cell').nth(place).textContent();
      expect(label.split(': ')[1]).toBe((total ?? '').split(' of ')[0]);
      await page.goBack();
    }
  });
}

test('the hour that runs and a winner lead to their bets', async ({ page, superUser, game }) => {
  const { desk, winner } = await playOut(superUser, game, 'PKR');
  await signIn(page, desk);
  await page.goto('/dashboard');
  const hours = page.getByRole('list', { name: /by hour, today against yesterday/ });
  await hours.getByRole('link').last().click();
  await expect(page).toHaveURL(/from=.*&to=/);
  await expect(totalRow(page).getByRole('cell').nth(places.pl)).toHaveText('+120.28');
  await page.goBack();
  await page.getByRole('link', { name: `bets of ${winner.username}` }).click();
  await expect(totalRow(page).getByRole('cell', { name: 'operator lost 90.22' })).toBeVisible();
});

test('reports are grouped by day, client and operator with the same total', async ({
  page,
  superUser,
  game,
}) => {
  const { desk } = await playOut(superUser, game, 'INR');
  await signIn(page, desk);
  await page.goto('/reports');
  await field(page, 'Dates').selectOption('Today');
  for (const group of ['Hour', 'Day', 'Week', 'Month', 'Operator']) {
    await field(page, 'Group by').selectOption(group);
    await expect(totalRow(page).getByRole('cell')).toHaveText([
      '2',
      '310.75',
      '190.47',
      '+120.28',
      '2',
    ]);
  }
  await field(page, 'Group by').selectOption('Multiplier version');
  await expect(page.getByRole('cell', { name: 'Too early' })).toBeVisible();
  // The dates that were chosen by name go for the next list too.
  await page.goto('/bets');
  await expect(field(page, 'Dates')).toHaveValue('today');
});
