import { expect, type Page } from '@playwright/test';
import { makePlayer } from './support/cashier.ts';
import { button, field, rowOf, toast, totalRow } from './support/panel.ts';
import { deposit, freshName, makeUser, signIn, withdraw } from './support/people.ts';
import { test } from './support/test.ts';

/** Whether something is cut off at the side of its list, which then has to be scrolled. */
function isCut(page: Page): Promise<boolean> {
  return page
    .getByRole('table')
    .evaluate((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0) + 1);
}

test('a search shows the very name first, and SUPER whom it finds further down', async ({
  page,
  admin,
  superUser,
}) => {
  const name = freshName('z').slice(0, 10);
  for (const username of [`x${name}`, `${name}9`, name, `${name}1`]) {
    await makeUser(admin, { username });
  }
  await signIn(page, admin);
  await page.goto(`/users?search=${name}`);
  await expect(page.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText(name);
  await expect(page.getByRole('row').nth(4).getByRole('cell').nth(1)).toHaveText(`x${name}`);

  await signIn(page, superUser);
  await page.goto(`/users?search=${name}1`);
  const found = page.getByText(`1 match below ${admin.username}:`);
  await expect(found).toBeVisible();
  await found.getByRole('link', { name: `${name}1` }).click();
  await expect(page).toHaveURL(`/users?admin=${admin._id}&search=${name}1`);
  await expect(rowOf(page, `${name}1`)).toBeVisible();
});

test('head and totals stay in sight on a long page, with the totals on top too', async ({
  page,
  superUser,
}) => {
  await page.setViewportSize({ width: 1366, height: 500 });
  await signIn(page, superUser);
  await page.goto('/bets?startDay=2020-01-01');
  await field(page, 'Show entries').selectOption('50');
  await expect(page.getByRole('row')).toHaveCount(52);
  await expect(page.locator('tbody[aria-hidden]')).toContainText('Total');
  await page.mouse.wheel(0, 1200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(800);
  const head = await page.getByRole('columnheader', { name: 'Stake' }).boundingBox();
  expect(head?.y).toBeGreaterThanOrEqual(54);
  expect(head?.y).toBeLessThan(60);
  await expect(totalRow(page)).toBeInViewport({ ratio: 1 });
  // The next time the page is as long.
  await page.goto('/bets?startDay=2020-01-01');
  await expect(page.getByRole('row')).toHaveCount(52);
});

test('no column of Bet History is cut off at 1366 px, and what it adds can be read', async ({
  page,
  admin,
  game,
}) => {
  const client = await makePlayer(admin, { balance: 9_000 });
  const bets = [{ by: client, stake: 1_234.56, autoCashout: 1.5 }];
  await game.playRound(bets, { crashAt: 1234.5 });
  await signIn(page, admin);
  await page.goto(`/my-account/bet-history/${client._id}?type=settled`);
  const row = rowOf(page, client.username);
  await expect(row).toContainText('1.50× / 1,234.50×');
  expect(await isCut(page)).toBe(false);
  await row.getByRole('time').first().hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    /^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d\.\d{3} UTC\+05:30$/,
  );
  await row.getByRole('link', { name: /^Bet \d+$/ }).click();
  await expect(button(page, 'Copy Bet Id')).toBeVisible();
});

test('a statement tells cash from play, signs its figures and shows cash alone', async ({
  page,
  admin,
  game,
}) => {
  const client = await makePlayer(admin, { balance: 100 });
  await game.playRound([{ by: client, stake: 10, autoCashout: 2 }], { crashAt: 3 });
  await withdraw(admin, client, 5.5);
  await deposit(admin, client, 7, 'bonus');
  await signIn(page, admin);
  await page.goto(`/my-account/account-statement/${client._id}`);
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(5);
  for (const words of ['Stake', 'Payout', 'Cash bonus']) {
    await expect(rows.filter({ hasText: words })).toHaveCount(1);
  }
  await expect(rows.first().getByRole('cell').nth(3)).toHaveText('+7');
  await expect(rows.nth(1).getByRole('cell').nth(4)).toHaveText('-5.50');
  await page.getByRole('switch', { name: 'Cash only' }).click();
  await expect(rows).toHaveCount(3);
  await expect(page).toHaveURL(/type=cash/);
  const sums = totalRow(page).getByRole('cell');
  await expect(sums.nth(2)).toHaveText('+107');
  await expect(sums.nth(3)).toHaveText('-5.50');
});

test('rounds come by themselves, and one tells what was staked in it', async ({
  page,
  superUser,
  game,
}) => {
  const client = await makePlayer(superUser, { balance: 100 });
  await signIn(page, superUser);
  await page.goto('/rounds');
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  const background: boolean[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/rounds/list/getAllRounds')) return;
    background.push(request.headers()['x-background'] === 'true');
  });
  const id = await game.playRound([{ by: client, stake: 12.5 }], { crashAt: 2 });
  await expect(button(page, id)).toBeVisible();
  expect(background).not.toContain(false);
  await button(page, id).click();
  const dialog = page.getByRole('dialog', { name: `Round ${id}` });
  const figures = dialog.getByRole('region', { name: 'Bets' });
  await expect(figures).toContainText('12.50 USD');
  await figures.getByRole('link', { name: 'Bets of this round' }).click();
  await expect(page).toHaveURL(new RegExp(`/round-bets/${id}`));
});

test('toasts leave the balance in sight and the buttons of the page in reach', async ({
  page,
  admin,
}) => {
  const client = await makeUser(admin);
  await signIn(page, admin);
  await page.goto('/users');
  await button(rowOf(page, client.username), 'Delete User').click();
  await page.getByRole('dialog').getByRole('button').last().click();
  const told = toast(page, 'Success', 'User deleted successfully!');
  await expect(told).toBeVisible();
  const box = await told.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(55);
  const create = page.getByRole('link', { name: 'Create User' });
  const target = await create.boundingBox();
  const covers = (box?.x ?? 0) < (target?.x ?? 0) && (box?.y ?? 0) < (target?.y ?? 0) + 36;
  expect(covers).toBe(true);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // By hand: what clicks for a test waits until nothing lies above.
  const middle = [(target?.x ?? 0) + 20, (target?.y ?? 0) + 12] as const;
  await page.mouse.move(10, 400);
  await page.mouse.move(...middle);
  await page.mouse.click(...middle);
  await expect(page).toHaveURL('/new-user');
});
