import { bets } from '@pitboss/contract/bets';
import { users } from '@pitboss/contract/users';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeApi } from '#src/test/fake-api.ts';
import { operatorWallet } from '#src/test/people.ts';
import { betsPage } from '#src/test/play.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { BetsScreen } from './bets-screen.tsx';

afterEach(() => {
  vi.useRealTimers();
});

it('moves the default range on at midnight, on an empty list too', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: new Date(2031, 2, 4, 23, 59, 30),
  });
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(users.balance, operatorWallet);
  api.answer(bets.list, betsPage([]));
  const screen = await renderScreen(<BetsScreen />);
  await expect.element(screen.getByLabelText('End Date')).toHaveValue('04-03-2031');
  await expect.element(screen.getByText('No matching records found')).toBeVisible();
  expect(api.callsOf(bets.list)).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  await expect.element(screen.getByLabelText('Start Date')).toHaveValue('04-03-2031');
  await expect.element(screen.getByLabelText('End Date')).toHaveValue('05-03-2031');
  await expect
    .poll(() => api.callsOf(bets.list).at(-1)?.body)
    .toMatchObject({
      startDate: new Date(2031, 2, 4).toISOString(),
      endDate: new Date(2031, 2, 5, 23, 59, 59, 999).toISOString(),
    });
});
