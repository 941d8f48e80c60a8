import { all } from '@pitboss/contract/all';
import { type HistoryEvent, history } from '@pitboss/contract/history';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { actionWords } from './history-words.ts';

function event(given: Partial<HistoryEvent> = {}): HistoryEvent {
  return {
    _id: 41n,
    at: new Date(2026, 10, 14, 15, 4, 5),
    by: 'olga',
    role: 'ADMIN',
    address: '203.0.113.9',
    action: 'users.update',
    outcome: 'done',
    message: 'User updated successfully!',
    changes: [],
    ...given,
  };
}

function pageWith(rows: HistoryEvent[], count = rows.length) {
  return { draw: 1, data: rows, recordsTotal: count, recordsFiltered: count };
}

function Opener() {
  const [opened, setOpened] = useState(false);
  const props = { kind: 'user', id: 7n, name: 'player7', opened } as const;
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <HistoryDialog {...props} onClose={() => setOpened(false)} />
    </>
  );
}

interface Dir {
  dir: 'asc' | 'desc';
}

async function openHistory() {
  const screen = await renderScreen(<Opener />, '/users?page=3&search=pla');
  await screen.getByRole('button', { name: 'Open' }).click();
  const dialog = screen.getByRole('dialog', { name: 'History' });
  await expect.element(dialog).toBeVisible();
  return { screen, dialog };
}

async function renderHistory(rows: HistoryEvent[], count?: number) {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(history.user, pageWith(rows, count));
  return { api, ...(await openHistory()) };
}

it('says when, by whom, what, how it ended and which fields changed', async () => {
  const { api, dialog } = await renderHistory([
    event({
      changes: [
        { field: 'transferId', before: null, after: '812' },
        { field: 'bank.IBAN', before: '••02', after: null },
        { field: 'minimumBets', before: null, after: '12.50' },
        { field: 'maximumBets', before: '900.00', after: '1250000.05' },
        { field: 'name', before: null, after: '1250000.05' },
        { field: 'isDemo', before: 'yes', after: 'no' },
        { field: 'status', before: 'active', after: 'locked' },
      ],
    }),
  ]);
  await expect.element(dialog.getByText('player7', { exact: true })).toBeVisible();
  const headers = dialog.getByRole('columnheader');
  await expect
    .poll(() => headers.elements().map(({ textContent }) => textContent))
    .toEqual(['Time', 'By', 'Action', 'Result']);
  const cells = dialog.getByRole('cell');
  await expect.element(cells.nth(0)).toHaveTextContent('11/14/26, 3:04:05 PM');
  await expect.element(cells.nth(1)).toHaveTextContent('olgaADMIN · 203.0.113.9');
  await expect.element(cells.nth(2).getByText('Changed', { exact: true })).toBeVisible();
  const lines = cells.nth(2).getByRole('listitem').elements();
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Name: 1250000.05',
    'Status: active → locked',
    'Is Demo: yes → no',
    'Min Bet Limit: 12.50',
    'Max Bet Limit: 900.00 → 1,250,000.05',
    'IBAN: ••02 → —',
    'Transfer Id: 812',
  ]);
  expect(cells.nth(3).element().textContent).toBe('Done');
  await expectNoViolation();
  const order = [{ column: 0, dir: 'desc' }];
  expect(api.callsOf(history.user)).toMatchObject([
    { path: '/api/users/history/7', body: { start: 0, length: 10, order } },
  ]);
});

it('says in words and with a sign what was refused, and why', async () => {
  const words = 'Your balance of 10 USD is not enough.';
  const refused = event({ action: 'transactions.deposit', outcome: 'refused', message: words });
  const { dialog } = await renderHistory([refused]);
  const cell = dialog.getByRole('cell').nth(3);
  await expect.element(cell.getByText('Refused', { exact: true })).toBeVisible();
  await expect.element(cell.getByText(words)).toBeVisible();
  await expectNoViolation();
  expect(cell.element().querySelector('svg')).not.toBeNull();
});

it('has words for everything that is put on record', () => {
  const names = all.filter(({ effect }) => effect !== 'read').map(({ name }) => name);
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => actionWords(name) === name)).toEqual([]);
});

it('shows an action that it does not know by its own name, and hides what nobody told', async () => {
  const unknown = event({ action: 'users.paint', by: 'an operator', role: null, address: null });
  const { dialog } = await renderHistory([unknown]);
  await expect.element(dialog.getByText('users.paint')).toBeVisible();
  await expect.element(dialog.getByRole('cell').nth(1)).toHaveTextContent('an operator');
});

it('turns its pages and its order by itself and leaves the address alone', async () => {
  const { api, screen, dialog } = await renderHistory([event()], 31);
  await expect.element(dialog.getByText('Showing 1 to 1 of 31 entries')).toBeVisible();
  await dialog.getByRole('button', { name: 'Page 3' }).click();
  await expect.poll(() => api.callsOf(history.user).at(-1)?.body).toMatchObject({ start: 20 });
  await dialog.getByRole('button', { name: 'Time' }).click();
  const order = [{ column: 0, dir: 'asc' }];
  await expect
    .poll(() => api.callsOf(history.user).at(-1)?.body)
    .toMatchObject({ start: 0, order });
  await dialog.getByLabelText('Show entries').selectOptions('50');
  await expect.poll(() => api.callsOf(history.user).at(-1)?.body).toMatchObject({ length: 50 });
  expect(screen.search()).toBe('?page=3&search=pla');
});

it('has the last of a long history first, and the other way round what began it', async () => {
  signInAs('ADMIN');
  const deposits = Array.from({ length: 11 }, (_, index) => {
    const changes = [{ field: 'amount', before: null, after: `${11 - index}.00` }];
    return event({ _id: BigInt(52 - index), action: 'transactions.deposit', changes });
  });
  const all = [...deposits, event({ action: 'users.add' })];
  fakeApi().answerBy(history.user, (body) => {
    const { start, length, order } = body as { start: number; length: number; order: Dir[] };
    const rows = order[0]?.dir === 'asc' ? all.toReversed() : all;
    return pageWith(rows.slice(start, start + length), all.length);
  });
  const { screen, dialog } = await openHistory();
  const actions = () => {
    const rows = dialog.getByRole('row').elements().slice(1);
    return rows.map((row) => row.querySelectorAll('td')[2]?.textContent);
  };
  await expect.element(dialog.getByText('Showing 1 to 10 of 12 entries')).toBeVisible();
  expect(actions()[0]).toBe('DepositAmount: 11.00');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect.element(dialog.getByText('Showing 11 to 12 of 12 entries')).toBeVisible();
  expect(actions()).toEqual(['DepositAmount: 1.00', 'Created']);
  await dialog.getByRole('button', { name: 'Time' }).click();
  await expect.element(dialog.getByText('Showing 1 to 10 of 12 entries')).toBeVisible();
  expect(actions()[0]).toBe('Created');
  expect(screen.search()).toBe('?page=3&search=pla');
});

it('says when nothing has happened', async () => {
  const { dialog } = await renderHistory([]);
  await expect.element(dialog.getByText('Nothing has happened yet.')).toBeVisible();
});

it('offers to try again when it cannot be read', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  api.refuse(history.user, 409);
  const { dialog } = await openHistory();
  await expect.element(dialog.getByText('The data could not be loaded.')).toBeVisible();
  await expectNoViolation();
  api.answer(history.user, pageWith([event()]));
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect.element(dialog.getByText('Changed')).toBeVisible();
});

it('gives the focus back to what opened it', async () => {
  const { screen, dialog } = await renderHistory([event()]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

it('stands on a phone without scrolling sideways, however long its words are', async () => {
  const { innerWidth, innerHeight } = window;
  await page.viewport(360, 780);
  const long = 'w'.repeat(300);
  const { dialog } = await renderHistory([
    event({
      by: long,
      outcome: 'refused',
      message: long,
      changes: [{ field: 'name', before: long, after: long }],
    }),
  ]);
  await expect.element(dialog.getByText('Changed')).toBeVisible();
  const cards = dialog.getByRole('region', { name: 'History of player7' }).element();
  expect(cards.scrollWidth).toBe(cards.clientWidth);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  for (const said of ['Time: 11/14/26, 3:04:05 PM', 'Result: Refused', 'Action: Changed']) {
    expect(cards.textContent).toContain(said);
  }
  await page.viewport(innerWidth, innerHeight);
});
