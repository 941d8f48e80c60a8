import { rounds } from '@pitboss/contract/rounds';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fakeApi } from '#src/test/fake-api.ts';
import { drawn } from '#src/test/frames.ts';
import { fakeLive } from '#src/test/live.tsx';
import { withMotion } from '#src/test/motion.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { Now } from './now.tsx';

const startedAt = new Date(2026, 10, 14, 15, 4, 5);

/** A round in flight, while time stands still. */
async function renderFlight() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  vi.setSystemTime(startedAt.getTime() + 10_000);
  signInAs('ADMIN');
  fakeApi().answer(rounds.list, { draw: 1, data: [], recordsTotal: 0, recordsFiltered: 0 });
  const { tell, within } = fakeLive();
  const screen = await renderScreen(within(<Now rest={{}} />));
  const flight = { round: 7n, state: 'flying', multiplier: null, bettingUntil: null } as const;
  tell({ round: { ...flight, startedAt, doublingMs: 5_000 }, play: [] });
  const multiplier = screen.getByText(/^\d+\.\d\d×$/);
  await expect.element(multiplier).toBeVisible();
  await drawn();
  const shown = () => multiplier.element().textContent;
  return { shown, before: shown() };
}

it('is drawn with every frame', async () => {
  await withMotion();
  const { shown, before } = await renderFlight();
  vi.setSystemTime(Date.now() + 5_000);
  await drawn();
  expect(shown()).not.toBe(before);
});

it('goes by steps of a quarter of a second for who wants less motion', async () => {
  const { shown, before } = await renderFlight();
  vi.setSystemTime(Date.now() + 5_000);
  await drawn();
  expect(shown()).toBe(before);
  await vi.advanceTimersByTimeAsync(250);
  await drawn();
  expect(shown()).not.toBe(before);
});
