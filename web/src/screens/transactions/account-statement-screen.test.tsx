import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { expect, it } from 'vitest';
import { statementRow } from '#src/test/cash.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { operatorWallet } from '#src/test/people.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { AccountStatementScreen } from './account-statement-screen.tsx';

/** With one row, unless it is asked for what ended before it. */
async function renderStatement() {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(users.balance, operatorWallet);
  api.answerBy(transactions.listStatement, (body) => {
    const { endDate } = body as { endDate: string };
    const data = endDate < '2000' ? [] : [statementRow({ kind: 'cash' })];
    const count = data.length;
    const totals = { deposit: 0n, withdraw: 0n };
    return { draw: 1, data, recordsTotal: count, recordsFiltered: count, totals };
  });
  const address = '/my-account/account-statement/7';
  const screen = await renderScreen(<AccountStatementScreen />, address);
  const client = screen.getByRole('cell', { name: 'player7', exact: true });
  await expect.element(client).toBeVisible();
  return { api, screen, client };
}

it('puts the date before the username', async () => {
  const { screen } = await renderStatement();
  const headers = screen.getByRole('columnheader').elements();
  const words = ['Id', 'Date', 'Username', 'Deposit', 'Withdraw', 'Bank Balance', 'Remarks'];
  expect(headers.map((header) => header.textContent)).toEqual(words);
});

it('shows the kind of an entry, and remarks that nobody made as a dash', async () => {
  const { screen } = await renderStatement();
  const cells = screen.getByRole('table').getByRole('row').nth(1).getByRole('cell').elements();
  expect(cells.at(-1)?.textContent).toBe('Cash -');
});

it('follows its dates only when Search is pressed', async () => {
  const { api, screen, client } = await renderStatement();
  const end = screen.getByLabelText('End Date');
  await end.click();
  const calendar = screen.getByRole('dialog', { name: 'Calendar' });
  await calendar.getByLabelText('Year').fill('1999');
  await calendar.getByRole('button', { name: /^1 .* 1999$/ }).click();
  await expect.poll(() => (end.element() as HTMLInputElement).value).toMatch(/^01-\d\d-1999$/);
  await expect.element(client).toBeVisible();
  expect(screen.search()).toBe('');
  expect(api.callsOf(transactions.listStatement)).toHaveLength(1);
  await screen.getByRole('button', { name: 'Search' }).click();
  await expect
    .element(screen.getByRole('cell', { name: 'No matching records found' }))
    .toBeVisible();
  expect(screen.path()).toBe('/my-account/account-statement/7');
  expect(screen.search()).toMatch(/endDay=1999-\d\d-01/);
  expect(api.callsOf(transactions.listStatement).at(-1)?.body).toMatchObject({ userId: '7' });
});
