import { reports } from '@pitboss/contract/reports';
import { type RoundDetails, rounds } from '@pitboss/contract/rounds';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { formatMultiplier } from '#src/lib/format.ts';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { drawnRound } from '#src/test/play.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { RoundDetailsDialog } from './round-details-dialog.tsx';

async function renderDialog(details: RoundDetails) {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(rounds.get, details);
  const dialog = <RoundDetailsDialog roundId={900n} opened onClose={() => {}} />;
  const screen = await renderScreen(dialog);
  await expect.element(screen.getByRole('dialog', { name: 'Round 900' })).toBeVisible();
  await expect.element(screen.getByText(details.hash ?? '')).toBeVisible();
  return { api, screen };
}

async function findings(details: RoundDetails) {
  const { screen } = await renderDialog(details);
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Verify' }).click();
  const lines = dialog.getByRole('status').getByRole('paragraph');
  await expect.element(lines.first()).toBeVisible();
  return lines.elements().map((line) => [line.getAttribute('data-kind'), line.textContent]);
}

it('finds a round right that was drawn from its seed and table', async () => {
  const details = drawnRound();
  const drawn = formatMultiplier(details.multiplier ?? 0);
  expect(await findings(details)).toEqual([
    ['right', 'The seed matches the hash.'],
    ['right', 'The table matches its hash.'],
    ['right', `The multiplier is the drawn one: ${drawn}.`],
  ]);
});

it('says what the round was drawn from', async () => {
  const details = drawnRound();
  const { screen } = await renderDialog(details);
  const words = (role: 'term' | 'definition') =>
    screen
      .getByRole('dialog')
      .getByRole(role)
      .elements()
      .map((element) => element.textContent);
  expect(words('term')).toEqual([
    'State',
    'Multiplier',
    'Created At',
    'Updated At',
    'Drawn by',
    'Hash',
    'Seed',
    'Table version',
    'Table hash',
  ]);
  const at = '11/14/26, 3:04:05 PM';
  const { multiplier, hash, seed, tableHash } = details;
  const drawn = formatMultiplier(multiplier ?? 0);
  const first = ['Crashed', drawn, at, at, 'The platform'];
  expect(words('definition')).toEqual([...first, hash, seed, '3', tableHash]);
});

it('finds a forged seed', async () => {
  const [seed, table] = await findings(drawnRound({ seed: 'f00d'.repeat(16) }));
  expect(seed).toEqual(['wrong', 'The seed does not match the hash.']);
  expect(table).toEqual(['right', 'The table matches its hash.']);
});

it('finds a forged multiplier, and the one that was drawn', async () => {
  const drawn = formatMultiplier(drawnRound().multiplier ?? 0);
  const lines = await findings(drawnRound({ multiplier: 5_432_109 }));
  await expect.element(page.getByRole('definition').nth(1)).toHaveTextContent('54,321.09×');
  expect(lines).toEqual([
    ['right', 'The seed matches the hash.'],
    ['right', 'The table matches its hash.'],
    ['wrong', `The multiplier is not the drawn one, which is ${drawn}.`],
  ]);
});

it('finds a forged table', async () => {
  const bands = [{ min: 100, max: 101, probability: 900_000 }];
  const [seed, table] = await findings(drawnRound({ bands, builtIn: null }));
  const shown = page.getByRole('table', { name: 'Bands' });
  await expect.element(shown.getByRole('cell', { name: '1.01×' })).toBeVisible();
  await expectNoViolation();
  expect(seed).toEqual(['right', 'The seed matches the hash.']);
  expect(table).toEqual(['wrong', 'The table does not match its hash.']);
});

it('finds a forged seed, table and multiplier', async () => {
  const forged = drawnRound({
    seed: 'f00d'.repeat(16),
    bands: [{ min: 100, max: 200, probability: 900_000 }],
    multiplier: 100_000,
  });
  expect(await findings(forged)).toEqual([
    ['wrong', 'The seed does not match the hash.'],
    ['wrong', 'The table does not match its hash.'],
    ['wrong', expect.stringMatching(/^The multiplier is not the drawn one, which is \d\.\d\d×\.$/)],
  ]);
});

it('checks only seed and table of a round that a game server ended', async () => {
  const lines = await findings(drawnRound({ source: 'game', multiplier: 100_000 }));
  expect(lines.map(([kind]) => kind)).toEqual(['right', 'right', 'unchecked']);
  expect(lines[2]?.[1]).toContain('A game server reported the multiplier');
});

it('keeps the seed and the check back until the round has ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const running = drawnRound({ state: 'flying', multiplier: null, seed: null });
  const { api, screen } = await renderDialog(running);
  await expect.element(screen.getByText('Published when the round has ended')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Verify' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Copy Hash' })).toBeVisible();
  await expectNoViolation();
  api.answer(rounds.get, drawnRound());
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.element(screen.getByRole('button', { name: 'Verify' })).toBeVisible();
});

it('tells what could not be settled and why, and gives it back with a reason', async () => {
  const reasons = [
    { bets: 2, reason: 'a wallet is full' },
    { bets: 1, reason: 'another fault' },
  ];
  const { api, screen } = await renderDialog(drawnRound({ left: { bets: 3, reasons } }));
  const left = screen.getByRole('region', { name: 'Not settled' });
  await expect.element(left.getByText('3 bets not settled')).toBeVisible();
  await expect.element(left.getByText('2 bets: a wallet is full')).toBeVisible();
  await expect.element(left.getByText('1 bet: another fault')).toBeVisible();
  const button = left.getByRole('button', { name: 'Give back 3 bets' });
  await expect.element(button).toBeDisabled();
  await expectNoViolation();
  await left.getByLabelText('Reason').fill('Agreed with the client');
  api.answer(rounds.voidLeft, { round: 900n, refunded: 3, held: 0 }, '3 bets were given back.');
  api.answer(rounds.get, drawnRound());
  await button.click();
  await expect.element(screen.getByText('3 bets were given back.')).toBeVisible();
  expect(api.callsOf(rounds.voidLeft).map(({ body }) => body)).toEqual([
    { roundId: '900', reason: 'Agreed with the client' },
  ]);
  await expect.element(left).not.toBeInTheDocument();
});

it('tells what is still open apart from what is settled', async () => {
  const open = [
    { currency: 'INR' as const, bets: 7, stakes: 900_00n },
    { currency: 'USD' as const, bets: 3, stakes: 120_00n },
  ];
  const running = drawnRound({ state: 'flying', multiplier: null, seed: null, open });
  const { api, screen } = await renderDialog(running);
  const section = screen.getByRole('region', { name: 'Bets' });
  await expect.element(section.getByText('3 open, 120 USD at stake')).toBeVisible();
  await expect.element(section.getByText(/900/)).not.toBeInTheDocument();
  api.answer(rounds.get, drawnRound({ open: [] }));
  await expect.element(section.getByText(/open/)).not.toBeInTheDocument();
});

it('shows what was staked and won in it, and leads to its bets', async () => {
  const { api, screen } = await renderDialog(drawnRound());
  const figures = { totalBets: 12, Stakes: 500_00n, cashoutAmount: 620_50n, totalPl: -120_50n };
  const row = { roundNumber: 900n, ...figures, currency: 'INR' as const, createdAt: new Date() };
  const page = { draw: 1, data: [row], recordsTotal: 1, recordsFiltered: 1 };
  api.answer(reports.roundPl, { data: page, totals: figures });
  await screen.unmount();
  const dialog = <RoundDetailsDialog roundId={900n} opened onClose={() => {}} />;
  const again = await renderScreen(dialog);
  const section = again.getByRole('region', { name: 'Bets' });
  await expect.element(section.getByText('620.50')).toBeVisible();
  for (const words of ['12', '500', '-120.50']) {
    await expect.element(section.getByText(words, { exact: true })).toBeVisible();
  }
  await expect
    .element(section.getByRole('link', { name: 'Bets of this round' }))
    .toHaveAttribute('href', '/round-bets/900');
  expect(api.callsOf(reports.roundPl).at(-1)?.body).toMatchObject({ search: { value: '900' } });
});
