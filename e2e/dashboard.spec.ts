import { expect, type Locator, type Page } from '@playwright/test';
import { field } from './support/panel.ts';
import { makeUser, signIn } from './support/people.ts';
import { test, underClock } from './support/test.ts';

function card(page: Page, label: string): Locator {
  return page.getByRole('region', { name: label, exact: true });
}

test(
  'the cards show the figures of the branch, and follow the play',
  underClock,
  async ({ page, admin, game }) => {
    const client = await makeUser(admin, { balance: 500 });
    await makeUser(admin);
    await makeUser(admin, { isDemo: true });
    await page.clock.install();
    await signIn(page, admin);
    await page.goto('/dashboard');
    const figure = (label: string, text: string) =>
      expect(card(page, label).getByText(text, { exact: true })).toBeVisible();
    await figure('New Clients', '2');
    await figure('Total Users', '2');
    await figure('Total Bets', '0');
    for (const label of ['Total Stakes', 'Total Cashout Amount', 'Total Profit/Loss']) {
      await expect(card(page, label)).toContainText('0 USD');
    }
    const bets = [
      { by: client, stake: 100, cashout: 1.33 },
      { by: client, stake: 50.5, autoCashout: 1.5 },
    ];
    await game.playRound(bets, { crashAt: 2 });
    const later = page.waitForRequest('**/api/stats/allStats');
    await page.clock.runFor(10_000);
    // It is not the operator who asks, so it must not keep the session alive.
    expect(await (await later).headerValue('x-background')).toBe('true');
    await figure('Total Bets', '2');
    await figure('Total Stakes', '150');
    await figure('Total Cashout Amount', '208');
    await figure('Total Profit/Loss', '-59');
  },
);

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
