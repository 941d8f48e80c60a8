import { expect } from '@playwright/test';
import { field } from './support/panel.ts';
import { signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('what means nothing goes from the address of a screen, which works', async ({
  page,
  admin,
}) => {
  await signIn(page, admin);
  for (const [given, mended] of [
    ['/rounds?round=abc', '/rounds'],
    ['/users?page=-1&search=x', '/users?search=x'],
    ['/bets?startDay=2026-02-31&endDay=2026-03-01', '/bets?endDay=2026-03-01'],
  ] as const) {
    await page.goto(given);
    await expect(page).toHaveURL(mended);
    await expect(page.getByRole('table').first()).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

test('what is typed into a search does not land on the next screen', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto('/users');
  await expect(page.getByText('Showing 0 entries')).toBeVisible();
  const screen = Promise.withResolvers<void>();
  await page.route('**/assets/banks-screen*', async (route) => {
    await screen.promise;
    await route.continue();
  });
  await field(page, 'Search').fill('for the users');
  await page.getByRole('link', { name: 'Banks', exact: true }).click();
  await expect(page).toHaveURL('/banks');
  // Longer than the pause after which what was typed is searched for.
  await page.waitForFunction(
    (since) => performance.now() - since > 600,
    await page.evaluate(() => performance.now()),
  );
  screen.resolve();
  await expect(page.getByRole('heading', { name: 'Bank Details' })).toBeVisible();
  await expect(page).toHaveURL('/banks');
  await expect(field(page, 'Search')).toHaveValue('');
});

test('an address that leads nowhere keeps the shell', async ({ page, admin }) => {
  await signIn(page, admin);
  for (const [path, status] of [
    ['/nowhere', 404],
    ['/metrics', 404],
    ['/new-user/abc', 200],
    ['/round-bets/x', 200],
  ] as const) {
    expect((await page.goto(path))?.status(), path).toBe(status);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('B 10,000');
  }
});

test('a phone reaches the links and reads a great balance', async ({ page, superUser }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, superUser);
  await page.goto('/dashboard');
  const balance = page.getByRole('banner').getByRole('button', { name: /^B / });
  await expect(balance).toContainText(/\d[MB]/);
  const right = async () => {
    const box = await balance.boundingBox();
    return box ? box.x + box.width : Number.POSITIVE_INFINITY;
  };
  await expect.poll(right).toBeLessThanOrEqual(360);
  expect(await balance.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
  await balance.click();
  const wallet = page.getByRole('dialog', { name: 'Wallets' }).getByRole('row');
  await expect(wallet.filter({ hasText: 'USD' })).toContainText(/\d,\d{3},\d{3}/);
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: /super/i }).last().click();
  await page.getByRole('menuitem', { name: 'Clients' }).click();
  await expect(page).toHaveURL('/users');
});
