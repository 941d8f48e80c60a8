import { clients } from '@pitboss/contract/clients';
import { users } from '@pitboss/contract/users';
import { useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoViolation } from '#src/test/axe.ts';
import { balanceHistory, clientFigures } from '#src/test/client.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { operatorWallet, profile } from '#src/test/people.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { useIsTab } from '#src/ui/tab.ts';
import { ClientScreen } from './client-screen.tsx';

function Listed({ name }: { name: string }) {
  return <p>{`${name} ${useIsTab() ? 'in a tab' : 'alone'}`}</p>;
}
const isBelowFigures = vi.fn();

function WatchedBets() {
  useEffect(() => isBelowFigures(document.body.textContent?.includes('Cash in')), []);
  return <p>All bets</p>;
}

const screens = {
  bets: () => <Listed name="Bets of one" />,
  branchBets: () => <Listed name="Bets of a branch" />,
  statement: () => <Listed name="Statement" />,
  requests: () => <Listed name="Requests" />,
  downline: () => <Listed name="Downline" />,
};

async function renderClient(address = '/clients/7', given = {}, figures = {}) {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(users.balance, operatorWallet);
  api.answer(users.profile, profile(given));
  api.answer(clients.get, clientFigures(figures));
  api.answer(clients.balanceHistory, balanceHistory([0n, 500_00n, 120_50n]));
  api.answer(clients.notes, []);
  return { api, screen: await renderScreen(<ClientScreen screens={screens} />, address) };
}

it('shows whose client it is, its figures and its bets', async () => {
  const { screen } = await renderClient();
  await expect.element(screen.getByRole('heading', { name: 'player7' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'olga' })).toBeVisible();
  const terms = screen.getByRole('term').elements();
  expect(terms.map(({ parentElement }) => parentElement?.textContent?.slice(0, 24))).toEqual([
    'Balance1,234.50Exposure ',
    'Cash in48,000',
    'Cash out31,500',
    'Stakes186,2401,204 settl',
    'Payouts182,146.35',
    'Profit/Loss+4,093.652.2 ',
    expect.stringMatching(/^Last seen11\/14\/26, /),
  ]);
  await expect.element(screen.getByText('Bets of one in a tab')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Downline' })).not.toBeInTheDocument();
});

it('shows its parts with the figures above them, which would push them away later', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  const isKnown = Promise.withResolvers<void>();
  api.answer(users.balance, operatorWallet);
  api.answer(clients.balanceHistory, balanceHistory([0n]));
  api.answerBy(users.profile, () => {
    isKnown.resolve();
    return profile();
  });
  api.answerBy(clients.get, async () => {
    await isKnown.promise;
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
    return clientFigures();
  });
  const given = { ...screens, bets: WatchedBets };
  const screen = await renderScreen(<ClientScreen screens={given} />, '/clients/7');
  await expect.element(screen.getByText('All bets')).toBeVisible();
  expect(isBelowFigures.mock.calls).toEqual([[true]]);
});

it('keeps the part that is shown in the address', async () => {
  const { screen } = await renderClient('/clients/7?startDay=2026-11-01');
  await screen.getByRole('link', { name: 'Statement' }).click();
  await expect.element(screen.getByText('Statement in a tab')).toBeVisible();
  await expect.poll(screen.search).toBe('?tab=statement&startDay=2026-11-01');
  const shown = screen.getByRole('link', { name: 'Statement' });
  await expect.element(shown).toHaveAttribute('aria-current', 'page');
});

it('shows of an operator its downline and the bets of its branch', async () => {
  const { screen } = await renderClient('/clients/7', { role: 'ADMIN' });
  await expect.element(screen.getByText('Bets of a branch in a tab')).toBeVisible();
  await screen.getByRole('link', { name: 'Downline' }).click();
  await expect.element(screen.getByText('Downline in a tab')).toBeVisible();
});

it('offers nothing to do about a client of somebody else', async () => {
  const path = [1n, 5n].map((_id) => ({ _id, username: `user${_id}` }));
  const { screen } = await renderClient('/clients/7', {}, { isDirect: false, path });
  const words = screen.getByText('Only its own operator can change it.');
  await expect.element(words).toBeVisible();
  for (const name of ['Deposit/Withdraw', 'Lock', 'Edit', 'Delete', 'Change Password']) {
    const button = screen.getByRole('button', { name, exact: true });
    await expect.element(button).not.toBeInTheDocument();
  }
  await expect
    .element(screen.getByRole('link', { name: 'user5' }))
    .toHaveAttribute('href', '/clients/5?tab=downline');
});

it('asks why before it locks, and sends the reason once', async () => {
  const { api, screen } = await renderClient();
  api.answer(clients.setStatus, null);
  await screen.getByRole('button', { name: 'Lock' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Lock player7' });
  await dialog.getByRole('button', { name: 'Lock' }).click();
  await expect.element(dialog.getByText('This field is required.')).toBeVisible();
  await expectNoViolation();
  expect(api.callsOf(clients.setStatus)).toEqual([]);
  await dialog.getByLabelText('Reason').fill('Two accounts');
  await dialog.getByRole('button', { name: 'Lock' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const body = { status: 'locked', reason: 'Two accounts' };
  expect(api.callsOf(clients.setStatus)).toMatchObject([{ path: '/api/clients/7/status', body }]);
});

it('unlocks one that is locked', async () => {
  const { api, screen } = await renderClient('/clients/7', { status: 'locked' });
  api.answer(clients.setStatus, null);
  await screen.getByRole('button', { name: 'Unlock' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Unlock player7' });
  await dialog.getByLabelText('Reason').fill('Cleared');
  await dialog.getByRole('button', { name: 'Unlock' }).click();
  await expect
    .poll(() => api.callsOf(clients.setStatus))
    .toMatchObject([{ body: { status: 'active' } }]);
});

it('reads the balances out one by one, and shows them as a table', async () => {
  const { screen } = await renderClient();
  const slider = screen.getByRole('slider', { name: 'Balance over time' });
  await expect.element(slider).toBeInTheDocument();
  const read = () => slider.element().getAttribute('aria-valuetext');
  await expect.poll(read).toMatch(/: 120\.50 USD$/);
  slider.element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(read).toMatch(/: 500 USD$/);
  await screen.getByRole('button', { name: 'Show as table' }).click();
  const rows = screen.getByRole('table').getByRole('row').elements();
  expect(rows.map((row) => row.lastElementChild?.textContent)).toEqual([
    'Balance, USD',
    '120.50',
    '500',
    '0',
  ]);
  await expectNoViolation();
});

it('says what there was at a moment, and from when on', async () => {
  const { api, screen } = await renderClient();
  const at = new Date(2026, 10, 1, 12);
  api.answer(clients.balanceAt, {
    at,
    currency: 'USD',
    balance: 77_00n,
    since: at,
    isExact: true,
  });
  await screen.getByLabelText('Balance at').fill('2026-11-01T12:00:00');
  const told = screen.getByText('Balance at').element().closest('div')?.parentElement;
  await expect.poll(() => told?.textContent).toContain('77 USD, since 11/1/26, 12:00:00 PM');
  await expectNoViolation();
  const asked = new URLSearchParams({ at: at.toISOString() });
  expect(api.callsOf(clients.balanceAt).at(-1)?.path).toBe(`/api/clients/7/balance-at?${asked}`);
});

it('adds a note and keeps what was typed when it is refused', async () => {
  const { api, screen } = await renderClient('/clients/7?tab=notes');
  await expect.element(screen.getByText('Nothing has been noted yet.')).toBeVisible();
  api.refuse(clients.addNote, 403, 'Not now.');
  await screen.getByLabelText('New note').fill('Called back');
  await screen.getByRole('button', { name: 'Add Note' }).click();
  await expect.element(screen.getByText('Not now.')).toBeVisible();
  await expectNoViolation();
  await expect.element(screen.getByLabelText('New note')).toHaveValue('Called back');
  const note = { _id: 1n, at: new Date(), by: 'olga', text: 'Called back' };
  api.answer(clients.addNote, note);
  api.answer(clients.notes, [note]);
  await screen.getByRole('button', { name: 'Add Note' }).click();
  await expect.element(screen.getByRole('listitem').getByText('Called back')).toBeVisible();
  await expect.element(screen.getByLabelText('New note')).toHaveValue('');
});

it('works on a platform that has the given calls alone', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(users.balance, operatorWallet);
  api.answer(users.profile, { username: 'player7', balance: 5_00n });
  api.refuse(clients.get, 404);
  const screen = await renderScreen(<ClientScreen screens={screens} />, '/clients/7');
  await expect.element(screen.getByText('Bets of one in a tab')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Deposit/Withdraw' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Lock' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});
