import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { expect, it } from 'vitest';
import { dayEnd, dayStart, defaultRange, formatDay } from '#src/lib/dates.ts';
import { statementRow } from '#src/test/cash.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { operatorWallet } from '#src/test/people.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { TransactionDetailsScreen } from './transaction-details-screen.tsx';

function fakeStatement() {
  const api = fakeApi();
  api.answer(users.balance, operatorWallet);
  const totals = { deposit: 7_000_00n, withdraw: 123_45n };
  api.answer(transactions.listStatement, {
    draw: 1,
    data: [statementRow()],
    recordsTotal: 1,
    recordsFiltered: 1,
    totals,
  });
  return api;
}

it('lists from yesterday to the end of today, with totals and a dash for no remarks', async () => {
  signInAs('ADMIN');
  const api = fakeStatement();
  const screen = await renderScreen(<TransactionDetailsScreen />);
  const cells = ['31', 'player7', '11/14/26, 3:04:05 PM', '+12.50', '0', '1,000', '-'];
  await expect.element(screen.getByText('player7')).toBeVisible();
  const shown = screen.getByRole('table').getByRole('row').nth(1).getByRole('cell').elements();
  expect(shown.map((cell) => cell.textContent)).toEqual(cells);
  await expect.element(screen.getByText('+7,000')).toBeVisible();
  await expect.element(screen.getByText('-123.45')).toBeVisible();
  const headers = screen.getByRole('columnheader');
  expect(headers.elements().map((header) => header.textContent)).toEqual([
    'Id',
    'Username',
    'Date',
    'Deposit',
    'Withdraw',
    'Bank Balance',
    'Remarks',
  ]);
  expect(headers.getByRole('button').elements()).toEqual([]);
  const { startDay, endDay } = defaultRange();
  await expect.element(screen.getByLabelText('Start Date')).toHaveValue(formatDay(startDay));
  await expect.element(screen.getByLabelText('End Date')).toHaveValue(formatDay(endDay));
  expect(api.callsOf(transactions.listStatement)[0]?.body).toMatchObject({
    startDate: dayStart(startDay).toISOString(),
    endDate: dayEnd(endDay).toISOString(),
    order: [],
  });
  await expect.element(screen.getByLabelText('Currency')).not.toBeInTheDocument();
});

it('lets SUPER choose the currency, which the address keeps', async () => {
  signInAs('SUPER');
  const api = fakeStatement();
  const screen = await renderScreen(<TransactionDetailsScreen />, '/?page=1');
  await screen.getByLabelText('Currency').selectOptions('INR');
  await expect.poll(screen.search).toBe('?currency=INR');
  await expect
    .poll(() => api.callsOf(transactions.listStatement).at(-1)?.body)
    .toMatchObject({ currency: 'INR' });
});

it('tells a range in the wrong order at its field, without a way to ask again', async () => {
  signInAs('ADMIN');
  const api = fakeStatement();
  const words = 'The start date must not be after the end date.';
  api.refuse(transactions.listStatement, 400, words, { startDate: words });
  const address = '/transaction-details?startDay=2026-05-02&endDay=2026-05-01';
  const screen = await renderScreen(<TransactionDetailsScreen />, address);
  await expect.element(screen.getByRole('alert')).toHaveTextContent(words);
  await expect.element(screen.getByLabelText('Start Date')).toHaveAccessibleDescription(words);
  await expect.element(screen.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
});
