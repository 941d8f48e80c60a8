import { users } from '@pitboss/contract/users';
import { expect, it, onTestFinished, vi } from 'vitest';
import { call } from '#src/lib/api.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { drawn } from '#src/test/frames.ts';
import { operatorWallet } from '#src/test/people.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { LoadingOverlay } from './loading-overlay.tsx';

it('comes only when an answer takes longer than 150 ms, and goes with it', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  const answer = Promise.withResolvers<typeof operatorWallet>();
  api.answerBy(users.balance, () => answer.promise);
  const screen = await renderScreen(<LoadingOverlay />);
  const overlay = screen.getByRole('status', { name: 'Loading' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const called = call(users.balance, {});
  await drawn();
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(140);
  await drawn();
  expect(overlay.elements()).toEqual([]);
  await vi.advanceTimersByTimeAsync(20);
  await drawn();
  expect(overlay.elements()).toHaveLength(1);
  await expect.element(overlay).toBeVisible();
  answer.resolve(operatorWallet);
  await called;
  await expect.element(overlay).not.toBeInTheDocument();
});
