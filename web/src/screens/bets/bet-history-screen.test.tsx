import { bets } from '@pitboss/contract/bets';
import { expect, it } from 'vitest';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { bet, betsPage } from '#src/test/play.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { BetHistoryScreen } from './bet-history-screen.tsx';

it('begins with unsettled bets and filters by type, which the address keeps', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  const { cashoutAmount: _, ...open } = bet({ type: 'unsettled', bettype: 'auto' });
  const totals = { totalStakes: 100_00n, totalCashoutAmount: 0n };
  api.answer(bets.listOfUser, betsPage([{ ...open, autoCashout: 250 }], totals));
  const screen = await renderScreen(<BetHistoryScreen />, '/my-account/bet-history/7');
  await expect.element(screen.getByText('player7')).toBeVisible();
  const headers = screen.getByRole('columnheader').elements();
  expect(headers.map((header) => header.textContent)).toEqual([
    'UserName',
    'Round Id',
    'Stake',
    'Cashout Amount',
    'Bet Type',
    'Pl',
    'Type',
    'Created At',
    'Updated At',
  ]);
  await expect
    .element(screen.getByRole('columnheader', { name: 'UserName' }))
    .toHaveAttribute('aria-sort', 'descending');
  const type = screen.getByLabelText('Type');
  await expect.element(type).toHaveValue('unsettled');
  const options = type.getByRole('option').elements();
  const words = ['Unsettled', 'Settled', 'Void'];
  expect(options.map((option) => option.textContent)).toEqual(words);
  const cells = screen.getByRole('row').nth(1).getByRole('cell').elements();
  expect(cells.slice(2, 7).map((cell) => cell.textContent)).toEqual([
    '100',
    '-',
    'Auto 2.50×',
    '0.00',
    'Unsettled',
  ]);
  // Open stakes are no win, in the totals as little as in a row.
  expect(screen.getByRole('img', { name: 'no result' }).elements()).toHaveLength(2);
  expect(api.callsOf(bets.listOfUser)[0]?.body).toMatchObject({
    userId: '7',
    type: 'unsettled',
    order: [{ column: 0, dir: 'desc' }],
  });

  api.answer(bets.listOfUser, betsPage([bet()]));
  await type.selectOptions('Settled');
  await expect.poll(screen.search).toBe('?type=settled');
  await expect.element(screen.getByRole('img', { name: 'operator lost' })).toBeVisible();
  await expectNoViolation();
  expect(api.callsOf(bets.listOfUser).at(-1)?.body).toMatchObject({ type: 'settled' });
});

it('warns without a user and asks for nothing', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  const screen = await renderScreen(<BetHistoryScreen />, '/my-account/bet-history');
  const words = 'User ID is missing, no data to display.';
  const toasts = screen.getByRole('region', { name: 'Notifications' });
  await expect.element(toasts.getByRole('alert')).toHaveTextContent(`Warning${words}`);
  const onPage = screen.getByText(words).elements();
  expect(onPage.filter((element) => !toasts.element().contains(element))).toHaveLength(1);
  await expectNoViolation();
  expect(api.callsOf(bets.listOfUser)).toEqual([]);
});
