import { rounds } from '@pitboss/contract/rounds';
import { expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { fakeApi } from '#src/test/fake-api.ts';
import { drawn } from '#src/test/frames.ts';
import { fakeLive } from '#src/test/live.tsx';
import { round } from '#src/test/play.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { RoundsScreen } from './rounds-screen.tsx';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second));
const rowOf = (id: bigint) => {
  const createdAt = at(Number(id));
  return round({ round: id, roundId: id, createdAt, updatedAt: createdAt });
};

/** The list as it stands where this round is the newest. */
function listTo(newest: bigint, body: unknown) {
  const { startDate } = body as { startDate: string };
  const all = Array.from({ length: Number(newest) }, (_, n) => rowOf(newest - BigInt(n)));
  const data = all.filter(({ createdAt }) => createdAt >= new Date(startDate));
  return { draw: 1, data, recordsTotal: data.length, recordsFiltered: data.length };
}

/** A platform whose newest round is the third, until others come. */
async function renderRounds(address: string, held: Promise<void> = Promise.resolve()) {
  const answers = { held };
  signInAs('ADMIN');
  const api = fakeApi();
  let newest = 3n;
  api.answerBy(rounds.list, async (body) => {
    const made = listTo(newest, body);
    await answers.held;
    return made;
  });
  const { tell, within } = fakeLive();
  const flight = { multiplier: null, bettingUntil: null, startedAt: null, doublingMs: null };
  const come = (id: bigint) => {
    newest = id;
    tell({ round: { round: id, state: 'betting', ...flight } });
  };
  come(3n);
  const screen = await renderScreen(within(<RoundsScreen />), address);
  const list = screen.getByRole('table', { name: 'Round History' });
  const row = (id: number) => list.getByRole('button', { name: String(id), exact: true });
  return { api, answers, screen, come, row, button: screen.getByRole('button', { name: /new$/ }) };
}

const all = '/rounds?startDay=2025-12-01&endDay=2099-01-01';

it('brings rows in by itself where nobody is in the list, without being taken for use', async () => {
  const { api, come, row, screen, button } = await renderRounds(all);
  await expect.element(row(3)).toBeVisible();
  await userEvent.hover(screen.getByRole('heading', { name: 'Rounds' }));
  come(4n);
  await expect.element(row(4)).toBeVisible();
  expect(button.elements()).toEqual([]);
  const marks = api.callsOf(rounds.list).map(({ headers }) => headers.get('x-background'));
  expect([marks[0], marks.at(-1)]).toEqual([null, 'true']);
});

it('brings in what came while the list was on its way', async () => {
  const answer = Promise.withResolvers<void>();
  const { api, come, row } = await renderRounds(all, answer.promise);
  await expect.poll(() => api.callsOf(rounds.list).length).toBe(1);
  come(4n);
  answer.resolve();
  await expect.element(row(4)).toBeVisible();
});

it('moves nothing under a hand that came while the rows were on their way', async () => {
  const { api, answers, come, row, screen, button } = await renderRounds(all);
  await expect.element(row(3)).toBeVisible();
  await userEvent.hover(screen.getByRole('heading', { name: 'Rounds' }));
  const answer = Promise.withResolvers<void>();
  answers.held = answer.promise;
  come(4n);
  await expect.poll(() => api.callsOf(rounds.list).length).toBe(2);
  await userEvent.hover(row(3));
  answer.resolve();
  await expect.element(button).toHaveTextContent('1 new');
  expect(row(4).elements()).toEqual([]);
});

it('moves nothing under the hand or the focus, and says how many have come', async () => {
  const { come, row, screen, button, api } = await renderRounds(all);
  await userEvent.hover(row(3));
  come(5n);
  await expect.element(button).toHaveTextContent('2 new');
  expect(row(5).elements()).toEqual([]);
  await userEvent.hover(screen.getByRole('heading', { name: 'Rounds' }));
  (row(3).element() as HTMLElement).focus();
  come(6n);
  await expect.element(button).toHaveTextContent('3 new');
  expect(row(6).elements()).toEqual([]);
  await button.click();
  await expect.element(row(6)).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
  expect(api.callsOf(rounds.list).at(-1)?.headers.get('x-background')).toBeNull();
});

it.each([
  ['not where they are over', '2026-01-01', 0],
  ['while they are not', '2099-01-01', 1],
])('follows the shown days: %s', async (_, endDay, more) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const address = `/rounds?startDay=2025-12-01&endDay=${endDay}`;
  const { api, come, row, button } = await renderRounds(address);
  await expect.element(row(3)).toBeVisible();
  expect(api.callsOf(rounds.list)).toHaveLength(1);
  come(4n);
  await drawn();
  // Longer than a list rests between two beats.
  await vi.advanceTimersByTimeAsync(5_000);
  await drawn();
  await expect.poll(() => api.callsOf(rounds.list).length).toBe(1 + more);
  expect(button.elements()).toEqual([]);
});
