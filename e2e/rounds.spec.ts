import { expect, type Locator, type Page } from '@playwright/test';
import { findDrawn } from './support/cast.ts';
import { button, field, rowOf, time, toast } from './support/panel.ts';
import { balanceOf, makeUser, type Operator, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const settlePath = '**/api/rounds/betsattlement';
const done = 'Round settlement completed successfully';

function history(page: Page): Locator {
  return page.getByRole('table', { name: 'Round History' });
}

function result(page: Page): Locator {
  return page.getByRole('table', { name: 'Search Result' });
}

async function openRounds(page: Page, operator: Operator, query = '') {
  await signIn(page, operator);
  await page.goto(`/rounds${query}`);
  await expect(history(page)).toHaveAttribute('aria-busy', 'false');
}

/** Waits until the list has a row for this round. */
async function shown(page: Page, round: string): Promise<Locator> {
  const row = rowOf(page, round).first();
  await expect(row).toBeVisible();
  return row;
}

test.describe('Round History', () => {
  test('begins with the last change of two days, and its headers order it', async ({
    page,
    admin,
    game,
  }) => {
    const { id: older } = await game.openRound();
    const id = await game.playRound([], { crashAt: 999_999.99 });
    const asked = page.waitForRequest('**/api/rounds/list/getAllRounds');
    await openRounds(page, admin);
    const { startDate, endDate, order } = (await asked).postDataJSON();
    expect(order).toMatchObject([{ column: 3, dir: 'desc' }]);
    // Days begin where the operator is.
    expect(startDate).toMatch(/T18:30:00\.000Z$/);
    expect(Date.parse(endDate) - Date.parse(startDate)).toBe(2 * 86_400_000 - 1);
    const cells = (await shown(page, id)).getByRole('cell');
    await expect(cells).toHaveText([id, '999,999.99×', time, time]);
    await expect((await shown(page, older)).getByRole('cell').nth(1)).toHaveText('Betting');
    const moments = await history(page).locator('tbody td:nth-child(4)').allTextContents();
    const sorted = moments.toSorted((one, other) => Date.parse(other) - Date.parse(one));
    expect(moments).toEqual(sorted);
    await button(history(page), 'Multiplier').click();
    await expect(page).toHaveURL('/rounds?order=multiplier.asc');
    await button(history(page), 'Multiplier').click();
    await expect(page).toHaveURL('/rounds?order=multiplier.desc');
    await expect(history(page).locator('tbody td:nth-child(2)').first()).toHaveText('999,999.99×');
    await expect(rowOf(page, id)).toBeVisible();
    await page.goto('/rounds?startDay=2020-01-01&endDay=2020-02-01');
    await expect(history(page)).toContainText('No matching records found');
  });

  test('shows rounds that come while one looks, after a reload or a look elsewhere', async ({
    page,
    admin,
    game,
  }) => {
    await openRounds(page, admin);
    const first = await game.openRound();
    await expect(rowOf(page, first.id)).toHaveCount(0);
    await page.reload();
    await expect(await shown(page, first.id)).toContainText('Betting');
    await first.crash({ crashAt: 1.5 });
    // What the browser says when one comes back from another window.
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await expect(await shown(page, first.id)).toContainText('1.50×');
  });

  test('grows by itself: the platform runs rounds', async ({ page, admin }) => {
    const drawn = async () => Number(await findDrawn(admin));
    const before = await drawn();
    // Not by the panel: to load it over and over would take the time that the platform needs.
    await expect.poll(drawn, { timeout: 45_000 }).toBeGreaterThan(before);
    const after = await drawn();
    await openRounds(page, admin, '?order=round.desc');
    const newest = history(page).getByRole('button', { name: /^\d+$/ }).first();
    expect(Number(await newest.textContent())).toBeGreaterThanOrEqual(after);
  });
});

test.describe('The search', () => {
  test('finds one round, in a table of its own that the address keeps', async ({
    page,
    admin,
    game,
  }) => {
    const id = await game.playRound([], { crashAt: 7.77 });
    await openRounds(page, admin);
    await field(page, 'Round Id').fill(`  ${id} `);
    await button(page, 'Search').click();
    await expect(result(page).getByRole('row')).toHaveCount(2);
    await expect(result(page).getByRole('cell')).toHaveText([id, '7.77×', time, time]);
    await expect(page).toHaveURL(`/rounds?round=${id}`);
    await page.reload();
    await expect(field(page, 'Round Id')).toHaveValue(id);
    await expect(result(page).getByRole('row')).toHaveCount(2);
    await button(page, 'Clear').click();
    await expect(result(page)).toHaveCount(0);
    await expect(page).toHaveURL('/rounds');
    await field(page, 'Round Id').fill('987654321');
    await field(page, 'Round Id').press('Enter');
    await expect(result(page)).toContainText('No matching records found');
  });
});

test.describe('Round Settlement', () => {
  test('asks first, pays once, and is not offered where nothing is left', async ({
    page,
    superUser,
    admin,
    game,
  }) => {
    const [winner, loser] = [
      await makeUser(admin, { balance: 100 }),
      await makeUser(admin, { balance: 100 }),
    ];
    const bets = [
      { by: winner, stake: 40, cashout: 2.5 },
      { by: loser, stake: 30 },
    ];
    const round = await game.playRound(bets, { crashAt: 3, settle: false });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/betsattlement')) sent.push(request.postData() ?? '');
    });
    const money = async () => [await balanceOf(admin, winner), await balanceOf(admin, loser)];
    await openRounds(page, superUser, `?round=${round}`);
    const dialog = page.getByRole('dialog', { name: 'Round Settlement' });
    await button(result(page), 'Round Settlement').click();
    await expect(dialog).toContainText(`Are you sure you want to settle round ${round}?`);
    await button(dialog, 'Cancel').click();
    await expect(dialog).toHaveCount(0);
    expect(sent).toEqual([]);
    expect(await money()).toEqual([60, 70]);

    await button(result(page), 'Round Settlement').click();
    await button(dialog, 'Confirm').dblclick();
    await expect(toast(page, 'Success', done)).toHaveCount(1);
    await expect(dialog).toHaveCount(0);
    expect(sent).toEqual([JSON.stringify({ roundId: round })]);
    expect(await money()).toEqual([160, 70]);
    await toast(page, 'Success', done).click();

    // What is settled is not offered again, and says why.
    const again = button(result(page), 'Round Settlement');
    await expect(again).toBeDisabled();
    const nothing = `Nothing is left to settle in round ${round}.`;
    await expect(again).toHaveAccessibleDescription(nothing);
    await again.hover({ force: true });
    await expect(page.getByRole('tooltip')).toHaveText(nothing);
    await again.click({ force: true });
    await expect(dialog).toHaveCount(0);
    expect(sent).toHaveLength(1);
    expect(await money()).toEqual([160, 70]);
  });

  test('of a round that still flies is not offered', async ({ page, superUser, admin, game }) => {
    const client = await makeUser(admin, { balance: 50 });
    const round = await game.openRound([{ by: client, stake: 20 }]);
    await round.start();
    await openRounds(page, superUser, `?round=${round.id}`);
    const settle = button(result(page), 'Round Settlement');
    await expect(settle).toBeDisabled();
    await expect(settle).toHaveAccessibleDescription(/has not ended yet/);
    expect(await balanceOf(admin, client)).toBe(30);
    await round.refund();
    expect(await balanceOf(admin, client)).toBe(50);
  });

  test('whose answer is lost is asked for, and pays once', async ({
    page,
    superUser,
    admin,
    game,
  }) => {
    const client = await makeUser(admin, { balance: 50 });
    const bets = [{ by: client, stake: 20, autoCashout: 2 }];
    const round = await game.playRound(bets, { crashAt: 2.01, settle: false });
    await page.route(
      settlePath,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await openRounds(page, superUser, `?round=${round}`);
    await button(result(page), 'Round Settlement').click();
    const dialog = page.getByRole('dialog', { name: 'Round Settlement' });
    await button(dialog, 'Confirm').click();
    await expect(toast(page, 'Warning', 'We could not see whether this was done')).toBeVisible();
    await expect(toast(page, 'Success', done)).toBeVisible();
    await expect(dialog).toHaveCount(0);
    expect(await balanceOf(admin, client)).toBe(70);
  });
});
