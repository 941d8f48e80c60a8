import { bets } from '@pitboss/contract/bets';
import { users } from '@pitboss/contract/users';
import { expect, it } from 'vitest';
import { dayEnd, dayStart, defaultRange } from '#src/lib/dates.ts';
import { cellsOf } from '#src/test/cells.ts';
import { colourOf, green, red } from '#src/test/colours.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { operatorWallet, profile } from '#src/test/people.ts';
import { bet, betsPage } from '#src/test/play.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { BetsScreen } from './bets-screen.tsx';
import { RoundBetsScreen } from './round-bets-screen.tsx';

function fakeBets() {
  const api = fakeApi();
  api.answer(users.balance, operatorWallet);
  const totals = { totalStakes: 3_000_00n, totalCashoutAmount: 3_500_50n, totalPl: -600_50n };
  api.answer(bets.list, betsPage([bet()], totals));
  return api;
}

it('lists the bets of two days, with totals over everything and no order', async () => {
  signInAs('ADMIN');
  const api = fakeBets();
  const screen = await renderScreen(<BetsScreen />);
  await expect.element(screen.getByText('player7')).toBeVisible();
  const at = '11/14/26, 3:04:05 PM';
  expect(cellsOf(screen.getByRole('table'))).toEqual([
    ['UserName', 'Round Id', 'Stake', 'Cashout Amount', 'Pl', 'Type', 'Created At', 'Updated At'],
    ['player7', '900', '100', '50', '50.00', 'Settled', at, at],
    ['Total', '', '3,000', '3,500.50', '600.50', '', '', ''],
  ]);
  const title = screen.getByRole('heading', { level: 1 });
  await expect.element(title).toHaveTextContent('Bet Details');
  const orders = screen.getByRole('columnheader').getByRole('button');
  expect(orders.elements()).toEqual([]);
  const result = screen.getByRole('cell', { name: 'operator won 50.00', exact: true });
  expect(colourOf(result.getByText('50.00'))).toBe(green);
  const sum = screen.getByRole('cell', { name: 'operator lost 600.50', exact: true });
  expect(colourOf(sum.getByText('600.50'))).toBe(red);
  const signs = screen.getByRole('table').getByRole('img').elements();
  expect(signs.map((sign) => sign.ariaLabel)).toEqual(['operator won', 'operator lost']);
  const { startDay, endDay } = defaultRange();
  expect(api.callsOf(bets.list)[0]?.body).toMatchObject({
    startDate: dayStart(startDay).toISOString(),
    endDate: dayEnd(endDay).toISOString(),
    order: [],
  });
  await expect.element(screen.getByLabelText('Currency')).not.toBeInTheDocument();
});

it('guesses no result from stakes that may be open or given back', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(users.balance, operatorWallet);
  api.answer(bets.list, betsPage([bet()]));
  const screen = await renderScreen(<BetsScreen />);
  const total = screen.getByRole('row', { name: /^Total/ }).getByRole('cell');
  await expect.element(total.nth(1)).toHaveTextContent('3,000');
  expect(total.nth(3).element().textContent).toBe('');
});

it('lets SUPER choose the currency of the branch, but not that of one client', async () => {
  signInAs('SUPER');
  const api = fakeBets();
  api.answer(users.profile, profile());
  const screen = await renderScreen(<BetsScreen />, '/?startDay=2026-11-01');
  await screen.getByLabelText('Currency').selectOptions('INR');
  await expect.poll(() => api.callsOf(bets.list).at(-1)?.body).toMatchObject({ currency: 'INR' });
  await expect
    .element(screen.getByRole('link', { name: 'player7' }))
    .toHaveAttribute('href', '/clients/7?tab=bets&startDay=2026-11-01');
});

it('shows one client, named, with the way back to all', async () => {
  signInAs('SUPER');
  const api = fakeBets();
  api.answer(users.profile, profile());
  const screen = await renderScreen(<BetsScreen />, '/?userId=7&currency=INR');
  const notice = screen.getByRole('paragraph');
  await expect.element(notice).toHaveTextContent('Only bets of player7. Show all');
  expect(api.callsOf(bets.list)[0]?.body).toMatchObject({ userId: '7' });
  expect(api.callsOf(bets.list)[0]?.body).not.toHaveProperty('currency');
  await expect.element(screen.getByLabelText('Currency')).not.toBeInTheDocument();
  await expect
    .element(screen.getByRole('link', { name: 'Show all' }))
    .toHaveAttribute('href', '/bets?currency=INR');
});

it('lists the bets of a round in the currency of the address, with two totals', async () => {
  signInAs('SUPER');
  const api = fakeApi();
  api.answer(users.balance, operatorWallet);
  api.answer(bets.listOfRound, betsPage([bet({ stake: 10_00n, cashoutAmount: 12_34n })]));
  const address = '/round-bets/900?currency=INR';
  const screen = await renderScreen(<RoundBetsScreen />, address);
  const lost = screen.getByRole('cell', { name: 'operator lost 2.34', exact: true });
  await expect.element(lost).toBeVisible();
  expect(colourOf(lost.getByText('2.34'))).toBe(red);
  const title = screen.getByRole('heading', { level: 1 });
  await expect.element(title).toHaveTextContent('Round Bet History');
  const at = '11/14/26, 3:04:05 PM';
  expect(cellsOf(screen.getByRole('table'))).toEqual([
    ['UserName', 'Round Id', 'Stake', 'Cashout Amount', 'Pl', 'Type', 'Created At', 'Updated At'],
    ['player7', '900', '10', '12.34', '2.34', 'Settled', at, at],
    ['Total', '', '3,000', '3,500.50', '', '', '', ''],
  ]);
  expect(api.callsOf(bets.listOfRound)[0]?.body).toMatchObject({ roundId: '900', currency: 'INR' });
});
