import { maintenance } from '@pitboss/contract/maintenance';
import { reports, type Stats } from '@pitboss/contract/reports';
import { users } from '@pitboss/contract/users';
import { expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { DashboardScreen } from './dashboard-screen.tsx';

const stats: Stats = {
  newClients: 3,
  totalClients: 1204,
  totalBets: 9,
  totalStakes: 100_099n,
  totalCashoutAmount: 250_050n,
  totalPl: -149_951n,
  currency: 'USD',
};

function superApi() {
  signInAs('SUPER');
  const api = fakeApi();
  api.answer(reports.stats, stats);
  api.answer(maintenance.get, { isMaintenance: null });
  api.answer(users.balance, {
    currency: 'USD',
    balance: 0n,
    exposure: 0n,
    wallets: [{ currency: 'INR', balance: 0n, exposure: 0n }],
  });
  return api;
}

it('rounds its figures down and signs the loss', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(reports.stats, stats);
  api.answer(maintenance.get, { isMaintenance: false });
  const screen = await renderScreen(<DashboardScreen />);
  const card = (name: string) => screen.getByRole('region', { name });
  await expect.element(card('Total Users')).toHaveTextContent('Total Users1,204');
  await expect.element(card('Total Stakes')).toHaveTextContent('Total Stakes1,000 USD');
  await expect
    .element(card('Total Cashout Amount'))
    .toHaveTextContent('Total Cashout Amount2,500 USD');
  await expect.element(card('Total Profit/Loss')).toHaveTextContent('Total Profit/Loss-1,500 USD');
  expect(screen.getByLabelText('Maintenance').elements()).toEqual([]);
  expect(screen.getByRole('alert').elements()).toEqual([]);
});

it('follows the figures without being taken for use', async () => {
  signInAs('ADMIN');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const api = fakeApi();
  api.answer(reports.stats, stats);
  const screen = await renderScreen(<DashboardScreen />);
  const bets = screen.getByRole('region', { name: 'Total Bets' });
  await expect.element(bets).toHaveTextContent('Total Bets9');
  api.answer(reports.stats, { ...stats, totalBets: 10 });
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(bets).toHaveTextContent('Total Bets10');
  const marks = api.callsOf(reports.stats).map(({ headers }) => headers.get('X-Background'));
  expect(marks).toEqual([null, 'true']);
});

it('lets SUPER switch maintenance', async () => {
  const api = superApi();
  api.answer(maintenance.set, { isMaintenance: true }, 'Maintenance is on');
  const screen = await renderScreen(<DashboardScreen />);
  const choice = screen.getByLabelText('Maintenance');
  const dialog = screen.getByRole('dialog', { name: 'Confirm Maintenance' });
  await choice.selectOptions('Maintenance: On');
  await expect.element(dialog.getByText(/No new round starts and bets are refused/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(choice).toHaveValue('');
  expect(api.callsOf(maintenance.set)).toEqual([]);

  await choice.selectOptions('Maintenance: On');
  await expect.element(dialog.getByLabelText('Reason')).toHaveFocus();
  await dialog.getByLabelText('Reason').fill(' new odds ');
  await userEvent.tab();
  await userEvent.tab();
  const confirm = dialog.getByRole('button', { name: 'Confirm · Switch on' });
  await expect.element(confirm).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Maintenance is on')).toBeVisible();
  expect(api.callsOf(maintenance.set).map(({ body }) => body)).toEqual([
    { isMaintenance: true, reason: 'new odds' },
  ]);
});

it('keeps the currency that SUPER chose in the address', async () => {
  const api = superApi();
  const screen = await renderScreen(<DashboardScreen />);
  await screen.getByLabelText('Currency').selectOptions('INR');
  await expect.poll(screen.search).toBe('?currency=INR');
  await expect.poll(() => api.callsOf(reports.stats).at(-1)?.body).toEqual({ currency: 'INR' });
});
