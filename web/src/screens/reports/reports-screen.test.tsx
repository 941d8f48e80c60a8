import type { RoundPl } from '@pitboss/contract/reports';
import { reports } from '@pitboss/contract/reports';
import { users } from '@pitboss/contract/users';
import { expect, it } from 'vitest';
import { expectNoViolation } from '#src/test/axe.ts';
import { colourOf, green, red } from '#src/test/colours.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { operatorWallet } from '#src/test/people.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { ReportsScreen } from './reports-screen.tsx';

const row: RoundPl = {
  roundNumber: 900n,
  totalBets: 1234,
  Stakes: 500_00n,
  cashoutAmount: 620_50n,
  totalPl: -120_50n,
  currency: 'USD',
  createdAt: new Date(2026, 10, 14, 15, 4, 5),
};

async function renderReports(address: string, rows: RoundPl[]) {
  signInAs('SUPER');
  const api = fakeApi();
  api.answer(users.balance, operatorWallet);
  const count = rows.length;
  api.answer(reports.roundPl, {
    data: { draw: 1, data: rows, recordsTotal: count, recordsFiltered: count },
    totals: { totalBets: 2468, Stakes: 1_000_00n, cashoutAmount: 900_00n, totalPl: 100_00n },
  });
  return { api, screen: await renderScreen(<ReportsScreen />, address) };
}

it('shows each round with its signed result, and the totals', async () => {
  const { screen } = await renderReports('/', [row]);
  await expect.element(screen.getByText('-120.50')).toBeVisible();
  const rows = screen.getByRole('table').getByRole('row').elements();
  expect(rows.map((line) => [...line.children].map((cell) => cell.textContent))).toEqual([
    ['Round Number', 'Total Bets', 'Stake', 'Cashout Amount', 'Pl', 'Date'],
    ['900', '1,234', '500', '620.50', '-120.50', '11/14/26, 3:04:05 PM'],
    ['Total', '2,468', '1,000', '900', '+100', ''],
  ]);
  const title = screen.getByRole('heading', { level: 1 });
  await expect.element(title).toHaveTextContent('Bet Details by round');
  const orders = screen.getByRole('columnheader').getByRole('button');
  expect(orders.elements()).toEqual([]);
  expect(colourOf(screen.getByText('-120.50'))).toBe(red);
  expect(colourOf(screen.getByText('+100'))).toBe(green);
});

it('shows what a round won in green with a plus', async () => {
  const { screen } = await renderReports('/', [{ ...row, totalPl: 300_00n }]);
  const result = screen.getByRole('row', { name: /^900/ }).getByText('+300', { exact: true });
  await expect.element(result).toBeVisible();
  expect(colourOf(result)).toBe(green);
});

it('leads to the bets of a round in the currency that was chosen', async () => {
  const { api, screen } = await renderReports('/', [row]);
  const link = screen.getByRole('link', { name: '900' });
  await expect.element(link).toHaveAttribute('href', '/round-bets/900');
  await screen.getByLabelText('Currency').selectOptions('INR');
  await expect.element(link).toHaveAttribute('href', '/round-bets/900?currency=INR');
  await expect
    .poll(() => api.callsOf(reports.roundPl).at(-1)?.body)
    .toMatchObject({ currency: 'INR', order: [] });
});

it('says so when there is nothing', async () => {
  const { screen } = await renderReports('/', []);
  await expect.element(screen.getByText('No matching records found')).toBeVisible();
  await expectNoViolation();
});
