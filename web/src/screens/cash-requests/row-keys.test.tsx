import { cashRequests } from '@pitboss/contract/cash-requests';
import { users } from '@pitboss/contract/users';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoViolation } from '#src/test/axe.ts';
import { cashPage, cashRequest } from '#src/test/cash.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { operatorWallet } from '#src/test/people.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { CashRequestsScreen } from './cash-requests-screen.tsx';

beforeEach(() => localStorage.removeItem('cash-request-keys'));
afterEach(() => vi.restoreAllMocks());

/** Among its letters are those of every command. */
const sentence = 'No slip, bring it for us.';

async function renderRows() {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(users.balance, operatorWallet);
  const rows = [1n, 2n, 3n].map((id) =>
    cashRequest({ _id: id, user: { _id: id, username: `player${id}` } }),
  );
  api.answer(cashRequests.list, cashPage(rows));
  const screen = await renderScreen(<CashRequestsScreen />);
  await expect.element(screen.getByText('player3')).toBeVisible();
  return {
    api,
    screen,
    row: (n: number) => screen.getByRole('row', { name: new RegExp(`player${n}`) }),
  };
}

it('moves between the rows and opens what belongs to one', async () => {
  const { screen, row } = await renderRows();
  await userEvent.keyboard('j{ArrowDown}jk');
  await expect.element(row(2)).toHaveFocus();
  await userEvent.keyboard('r');
  const dialog = screen.getByRole('dialog', { name: 'Receipt' });
  await expect.element(dialog.getByText('player2')).toBeVisible();
  const now = performance.now();
  await userEvent.keyboard('f{Escape}');
  await expect.element(row(2)).toHaveFocus();
  vi.spyOn(performance, 'now').mockReturnValue(now + 600_000);
  await userEvent.keyboard('b');
  await expect.element(screen.getByRole('dialog', { name: 'Bank Details' })).toBeVisible();
});

it.each(['f', 'n'])('asks for a reason by %s, which rejects and never pays', async (key) => {
  const { api, screen, row } = await renderRows();
  api.answer(cashRequests.resolve, cashRequest({ _id: 1n, status: 'failed' }), 'Done.');
  await userEvent.keyboard(`s${key}`);
  expect(screen.getByRole('dialog').elements()).toEqual([]);
  await screen.getByRole('cell', { name: '1', exact: true }).click();
  await userEvent.keyboard(key);
  const reason = screen.getByRole('dialog', { name: 'Confirm Failed' }).getByLabelText('Reason');
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard(sentence);
  await expect.element(reason).toHaveValue(sentence);
  expect(api.callsOf(cashRequests.resolve)).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Done.')).toBeVisible();
  await expect.element(row(2)).toHaveFocus();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  const body = { reqId: '1', status: 'failed', note: sentence };
  expect(api.callsOf(cashRequests.resolve)).toMatchObject([{ body }]);
});

it('rests while a field or a list has the focus', async () => {
  const { api, screen, row } = await renderRows();
  await userEvent.keyboard('j');
  await expect.element(row(1)).toHaveFocus();
  const focus = (label: string) => {
    const field = screen.getByLabelText(label, { exact: true });
    (field.element() as HTMLElement).focus();
    return field;
  };
  const search = focus('Search');
  await userEvent.keyboard('jsfnp');
  await expect.element(search).toHaveValue('jsfnp');
  await expect.element(search).toHaveFocus();
  for (const list of ['Status', 'Show entries']) {
    const chosen = focus(list);
    await userEvent.keyboard('nj{Escape}');
    await expect.element(chosen).toHaveFocus();
    expect(screen.getByRole('dialog').elements()).toEqual([]);
  }
  const status = focus('Status of request 1');
  await userEvent.keyboard('s');
  await expect.element(status).toHaveValue('pending');
  expect(screen.getByRole('dialog').elements()).toEqual([]);
  expect(api.callsOf(cashRequests.resolve)).toEqual([]);
});

it('leads by no letter to a button that pays', async () => {
  const { api, screen } = await renderRows();
  api.answer(cashRequests.resolve, cashRequest({ _id: 1n, status: 'success' }), 'It is paid.');
  await userEvent.keyboard('js');
  const dialog = screen.getByRole('dialog', { name: 'Confirm Success' });
  await expect.element(dialog.getByLabelText('Note')).toHaveFocus();
  await userEvent.keyboard('so it is paid{Enter}');
  await expect.element(dialog.getByLabelText('Note')).toHaveValue('so it is paid');
  expect(api.callsOf(cashRequests.resolve)).toEqual([]);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(screen.getByText('It is paid.')).toBeVisible();
  const body = { reqId: '1', status: 'success', note: 'so it is paid' };
  expect(api.callsOf(cashRequests.resolve)).toMatchObject([{ body }]);
});

it('rests for half a second after a dialog has closed', async () => {
  const { screen, row } = await renderRows();
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  await userEvent.keyboard('jr{Escape}');
  await expect.element(row(1)).toHaveFocus();
  await userEvent.keyboard('sj');
  await expect.element(row(1)).toHaveFocus();
  now += 499;
  await userEvent.keyboard('sj');
  await expect.element(row(1)).toHaveFocus();
  now += 1;
  await userEvent.keyboard('s');
  await expect.element(screen.getByRole('dialog', { name: 'Confirm Success' })).toBeVisible();
});

it('rests when the operator has turned the keys off', async () => {
  const { screen, row } = await renderRows();
  await userEvent.keyboard('?');
  await expect.element(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectNoViolation();
  await screen.getByRole('switch', { name: 'Use keyboard shortcuts' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await userEvent.keyboard('j');
  await expect.element(row(1)).not.toHaveFocus();
});

it('opens the closed list of statuses instead of choosing from it unseen', async () => {
  const { api, screen } = await renderRows();
  const select = screen.getByRole('combobox', { name: 'Status of request 1' });
  (select.element() as HTMLSelectElement).focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(select).toHaveValue('pending');
  expect(api.callsOf(cashRequests.resolve)).toEqual([]);
});
