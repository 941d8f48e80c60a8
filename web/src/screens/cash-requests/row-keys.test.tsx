import { cashRequests } from '@pitboss/contract/cash-requests';
import { users } from '@pitboss/contract/users';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cashPage, cashRequest } from '#src/test/cash.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { operatorWallet } from '#src/test/people.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { CashRequestsScreen } from './cash-requests-screen.tsx';

beforeEach(() => localStorage.removeItem('cash-request-keys'));

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
  await userEvent.keyboard('f{Escape}');
  await expect.element(row(2)).toHaveFocus();
  await userEvent.keyboard('b');
  await expect.element(screen.getByRole('dialog', { name: 'Bank Details' })).toBeVisible();
});

it('decides by key, and only when a row has the focus', async () => {
  const { api, screen, row } = await renderRows();
  api.answer(cashRequests.resolve, cashRequest({ _id: 1n, status: 'failed' }), 'Done.');
  await userEvent.keyboard('sf');
  await userEvent.click(screen.getByLabelText('Search'));
  await userEvent.keyboard('jf');
  expect(api.callsOf(cashRequests.resolve)).toEqual([]);
  await screen.getByRole('cell', { name: '1', exact: true }).click();
  await userEvent.keyboard('f');
  await expect.element(screen.getByText('Done.')).toBeVisible();
  expect(api.callsOf(cashRequests.resolve)).toMatchObject([
    { body: { reqId: '1', status: 'failed' } },
  ]);
  await expect.element(row(2)).toHaveFocus();
  await userEvent.keyboard('s');
  const confirm = screen.getByRole('dialog').getByRole('button', { name: 'Confirm' });
  await expect.element(confirm).toHaveFocus();
});

it('rests when the operator has turned the keys off', async () => {
  const { screen, row } = await renderRows();
  await userEvent.keyboard('?');
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
