import { type BetView, bets } from '@pitboss/contract/bets';
import { expect, it } from 'vitest';
import { fakeApi } from '#src/test/fake-api.ts';
import { bet, drawnRound } from '#src/test/play.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { BetScreen } from './bet-screen.tsx';

const began = new Date(2026, 10, 14, 15, 4, 10);
const after = (ms: number) => new Date(began.getTime() + ms);

function view(given: Partial<BetView> = {}): BetView {
  const round = drawnRound();
  return {
    bet: bet({ autoCashout: 300, multiplier: 150, crash: 235 }),
    isDemo: false,
    ref: null,
    heldReason: null,
    times: {
      roundOpened: after(-10_000),
      bettingEnds: after(-250),
      placed: after(-4_000),
      flightBegan: began,
      left: after(3_510),
      roundEnded: after(7_400),
      ended: after(7_900),
    },
    legs: [
      leg('wallet', 'stake', -100_00n, 900_00n),
      { ...leg('stakes', 'stake', 250_00n, 250_00n), bets: 3 },
    ],
    round,
    ...given,
  };
}

function leg(
  account: 'wallet' | 'stakes',
  kind: 'stake',
  amount: bigint,
  balanceAfter: bigint,
): BetView['legs'][number] {
  return { transferId: 17n, at: after(-4_000), account, kind, amount, balanceAfter, bets: 1 };
}

async function renderBet(given: Partial<BetView> = {}) {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(bets.get, view(given));
  return renderScreen(<BetScreen />, '/bets/51');
}

it('shows target, cash-out and crash side by side, and the seconds of each step', async () => {
  const screen = await renderBet();
  const part = screen.getByRole('region', { name: 'Bet', exact: true });
  await expect
    .poll(() => part.query()?.textContent)
    .toMatch(/Target3\.00×Left at1\.50×Crashed at2\.35×/);
  const rows = screen.getByRole('table', { name: 'Times' }).getByRole('row').elements();
  expect(rows.map((row) => [row.firstChild?.textContent, row.lastChild?.textContent])).toEqual([
    ['Step', 'Seconds of flight'],
    ['Round opened', '−10.000'],
    ['Bet placed', '−4.000'],
    ['Betting closed', '−0.250'],
    ['Flight began', '+0.000'],
    ['Left at 1.50×', '+3.510'],
    ['Crashed at 2.35×', '+7.400'],
    ['Settled', '+7.900'],
  ]);
  const legs = screen.getByRole('table', { name: 'Ledger' });
  expect(legs.element().textContent).toMatch(
    /Stake #17.*Wallet-100900.*Held stakesfor 3 bets placed together\+250250/,
  );
});

it('leads to the client, and has a link for it that names nobody', async () => {
  const screen = await renderBet();
  await expect
    .element(screen.getByRole('link', { name: 'player7' }))
    .toHaveAttribute('href', '/clients/7?tab=bets');
  await expect
    .element(screen.getByRole('link', { name: 'public verification of round 900' }))
    .toHaveAttribute('href', '/verify/900');
  await expect.element(screen.getByRole('button', { name: /^Copy link/ })).toBeVisible();
  await screen.getByRole('button', { name: 'Verify' }).click();
  await expect.element(screen.getByText('The seed matches the hash.')).toBeVisible();
});

it('has nothing to hand out while the round runs', async () => {
  const times = { ...view().times, left: null, roundEnded: null, ended: null };
  const { crash: _, multiplier: __, ...open } = bet({ type: 'unsettled' });
  const screen = await renderBet({
    bet: open,
    times,
    round: drawnRound({ seed: null, multiplier: null, state: 'flying' }),
  });
  const words = screen.getByText('It can be verified when the round has ended.');
  await expect.element(words).toBeVisible();
  await expect.element(screen.getByRole('link', { name: /public/ })).not.toBeInTheDocument();
});

it('says so when there is no such bet', async () => {
  signInAs('ADMIN');
  fakeApi().refuse(bets.get, 404, 'Bet not found.');
  const screen = await renderScreen(<BetScreen />, '/bets/51');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Bet not found.');
});
