import { expect, type Page } from '@playwright/test';
import type { GameServer } from './support/game.ts';
import { button, field, rowOf, time, totalRow } from './support/panel.ts';
import { makeAdmin, makeUser, type Operator, signIn } from './support/people.ts';
import { test } from './support/test.ts';

async function openReports(page: Page, operator: Operator, query = '') {
  await signIn(page, operator);
  await page.goto(`/reports${query}`);
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
}

/** 100 that leave by hand at 1.33 and 50.50 that leave by themselves at 1.50, of 2.00. */
async function playExample(admin: Operator, game: GameServer) {
  const [byHand, byItself] = [
    await makeUser(admin, { balance: 500 }),
    await makeUser(admin, { balance: 500 }),
  ];
  const bets = [
    { by: byHand, stake: 100, cashout: 1.33 },
    { by: byItself, stake: 50.5, autoCashout: 1.5 },
  ];
  return { byHand, byItself, round: await game.playRound(bets, { crashAt: 2 }) };
}

test('a round is one row with what it took, paid and brought, and the totals are of all', async ({
  page,
  admin,
  game,
}) => {
  const { byHand, round } = await playExample(admin, game);
  await openReports(page, admin);
  const cells = rowOf(page, round).getByRole('cell');
  await expect(cells).toHaveText([round, '2', '150.50', '208.75', '-58.25', time]);
  const sums = totalRow(page).getByRole('cell');
  await expect(sums).toHaveText(['2', '150.50', '208.75', '-58.25', '']);

  const lost = await game.playRound([{ by: byHand, stake: 300 }], { crashAt: 1 });
  const unsettled = [{ by: byHand, stake: 5 }];
  const waiting = await game.playRound(unsettled, { crashAt: 1.5, settle: false });
  await page.reload();
  await expect(rowOf(page, lost).getByRole('cell').nth(4)).toHaveText('+300');
  await expect(rowOf(page, round)).toBeVisible();
  await expect(rowOf(page, waiting)).toHaveCount(0);
  await expect(sums).toHaveText(['3', '450.50', '208.75', '+241.75', '']);
});

test('its number leads to the bets of the round', async ({ page, admin, game }) => {
  const { byHand, byItself, round } = await playExample(admin, game);
  await openReports(page, admin);
  await page.getByRole('link', { name: round, exact: true }).click();
  await expect(page).toHaveURL(`/round-bets/${round}`);
  const cellsOf = (username: string) => rowOf(page, username).getByRole('cell');
  const manual = [
    byHand.username,
    round,
    '100',
    '133',
    '33.00',
    'Settled1.33× / 2.00×',
    time,
    time,
  ];
  await expect(cellsOf(byHand.username)).toHaveText(manual);
  const auto = [
    byItself.username,
    round,
    '50.50',
    '75.75',
    '25.25',
    'Settled1.50× / 2.00×',
    time,
    time,
  ];
  await expect(cellsOf(byItself.username)).toHaveText(auto);
  const pl = page.getByRole('cell', { name: 'operator lost 33.00', exact: true });
  await expect(pl).toBeVisible();
  await expect(totalRow(page).getByRole('cell')).toHaveText([
    '',
    '150.50',
    '208.75',
    '',
    '',
    '',
    '',
  ]);
  await page.getByRole('link', { name: `round ${round}` }).click();
  await expect(page).toHaveURL(`/rounds?round=${round}`);
  await expect(page.getByRole('table', { name: 'Search Result' })).toContainText('2.00×');
});

test('begins with yesterday and today, and follows other dates when Search is pressed', async ({
  page,
  admin,
  game,
}) => {
  const { round } = await playExample(admin, game);
  await openReports(page, admin);
  const day = (at: Date) =>
    at.toLocaleDateString('en-GB', { timeZone: 'Asia/Kolkata' }).replaceAll('/', '-');
  await expect(field(page, 'Start Date')).toHaveValue(day(new Date(Date.now() - 86_400_000)));
  await expect(field(page, 'End Date')).toHaveValue(day(new Date()));
  await field(page, 'End Date').click();
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  await field(calendar, 'Year').fill('2003');
  await calendar.getByRole('button', { name: /^5 .* 2003$/ }).click();
  await expect(rowOf(page, round)).toBeVisible();
  await expect(page).toHaveURL('/reports');
  await button(page, 'Search').click();
  await expect(page.getByRole('cell', { name: 'No matching records found' })).toBeVisible();
  await expect(page).toHaveURL(/startDay=2003-\d\d-05&endDay=2003-\d\d-05/);
  await expect(totalRow(page).getByRole('cell')).toHaveText(['0', '0', '0', '0', '']);
  await page.goBack();
  await expect(rowOf(page, round)).toBeVisible();
});

test('SUPER switches the currency, which the bets of a round keep', async ({
  page,
  superUser,
  game,
}) => {
  const desk = await makeAdmin(superUser, { currency: 'PKR', balance: 500 });
  const client = await makeUser(desk, { balance: 200 });
  const round = await game.playRound([{ by: client, stake: 77 }], { crashAt: 1.2 });
  await openReports(page, superUser, `?search=${round}`);
  await expect(page.getByRole('cell', { name: 'No matching records found' })).toBeVisible();
  await field(page, 'Currency').selectOption('PKR');
  await expect(rowOf(page, round).getByRole('cell').nth(2)).toHaveText('77');
  await page.getByRole('link', { name: round, exact: true }).click();
  await expect(page).toHaveURL(`/round-bets/${round}?currency=PKR`);
  await expect(rowOf(page, client.username)).toContainText('77');
  await field(page, 'Currency').selectOption('USD');
  await expect(page.getByRole('cell', { name: 'No matching records found' })).toBeVisible();
});

test('an ADMIN sees the play of its own branch alone, and none of demo accounts', async ({
  page,
  admin,
  superUser,
  game,
}) => {
  const [own, demo] = [
    await makeUser(admin, { balance: 100 }),
    await makeUser(admin, { isDemo: true, balance: 100 }),
  ];
  const stranger = await makeUser(superUser, { balance: 100 });
  const bets = [own, demo, stranger].map((by) => ({ by, stake: 10 }));
  const round = await game.playRound(bets, { crashAt: 1 });
  await openReports(page, admin);
  await expect(rowOf(page, round).getByRole('cell').nth(1)).toHaveText('1');
  await page.getByRole('link', { name: round, exact: true }).click();
  await expect(rowOf(page, own.username)).toBeVisible();
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
});
