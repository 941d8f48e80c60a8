import { transactions } from '@pitboss/contract/transactions';
import { type User, users } from '@pitboss/contract/users';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { MoneyText } from '#src/ui/money-text.tsx';
import { DataTable } from './data-table.tsx';
import { listColumns } from './list-columns.ts';
import { ServerTable } from './server-table.tsx';

const columns = listColumns(users.list, {
  // Left out.
  name: null,
  role: null,
  exposure: null,
  currency: null,
  status: null,
  isDemo: null,
  action: null,
  _id: { header: 'Id', cell: ({ _id }) => String(_id) },
  username: { header: 'Username' },
  balance: {
    header: 'Balance',
    isNumeric: true,
    cell: ({ balance }) => <MoneyText minor={balance} />,
  },
});

function Clients() {
  return (
    <ServerTable
      endpoint={users.list}
      label="Clients"
      columns={columns}
      rowKey={(user) => String(user._id)}
      defaultOrder={{ column: '_id', dir: 'desc' }}
    />
  );
}

function user(id: bigint): User {
  return {
    _id: id,
    username: `client${id}`,
    name: 'A client',
    role: 'USER',
    exposure: 0n,
    balance: 123_450n,
    currency: 'USD',
    status: 'active',
    isDemo: false,
    minimumBets: null,
    maximumBets: null,
  };
}

function pageOf(rows: User[], recordsFiltered: number) {
  return { draw: 1, data: rows, recordsTotal: recordsFiltered, recordsFiltered };
}

async function renderClients(address: string, rows: User[], recordsFiltered: number) {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(users.list, pageOf(rows, recordsFiltered));
  return { api, screen: await renderScreen(<Clients />, address) };
}

it('asks for the page that the address names, in the words of DataTables', async () => {
  const { api, screen } = await renderClients('/?page=3&length=25&search=cli', [user(7n)], 60);
  await expect.element(screen.getByRole('cell', { name: 'client7' })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: '1,234.50' })).toBeVisible();
  expect(api.callsOf(users.list)[0]?.body).toMatchObject({
    start: 50,
    length: 25,
    search: { value: 'cli' },
    order: [{ column: 0, dir: 'desc' }],
  });
});

it('puts order, page and search into the address', async () => {
  const { api, screen } = await renderClients('/', [user(7n)], 60);
  await screen.getByRole('button', { name: 'Page 2' }).click();
  await expect.poll(screen.search).toBe('?page=2');
  await screen.getByRole('button', { name: 'Username' }).click();
  await expect.poll(screen.search).toBe('?order=username.asc');
  await expect
    .element(screen.getByRole('columnheader', { name: 'Username' }))
    .toHaveAttribute('aria-sort', 'ascending');
  await screen.getByLabelText('Search').fill('bob');
  await expect.poll(screen.search).toBe('?order=username.asc&search=bob');
  await expect
    .poll(() => api.callsOf(users.list).at(-1)?.body)
    .toMatchObject({ start: 0, search: { value: 'bob' }, order: [{ column: 1, dir: 'asc' }] });
});

it('passes over an order by a column that the list cannot be ordered by', async () => {
  const { api, screen } = await renderClients('/?order=action.asc', [user(7n)], 1);
  await expect.element(screen.getByRole('cell', { name: 'client7' })).toBeVisible();
  expect(api.callsOf(users.list)[0]?.body).toMatchObject({ order: [{ column: 0, dir: 'desc' }] });
});

it('leads from beyond the end to the last page', async () => {
  const { screen } = await renderClients('/?page=99', [], 12);
  await expect.poll(screen.search).toBe('?page=2');
});

it('shows the only page to whoever asks for one beyond it', async () => {
  signInAs('ADMIN');
  fakeApi().answerBy(users.list, (body) => {
    const { start } = body as { start: number };
    return pageOf(start === 0 ? [user(7n)] : [], 1);
  });
  const screen = await renderScreen(<Clients />, '/?page=9');
  await expect.element(screen.getByRole('cell', { name: 'client7' })).toBeVisible();
  await expect.poll(screen.search).toBe('');
});

it('keeps its rows on screen while the next page loads', async () => {
  signInAs('ADMIN');
  const { promise: letGo, resolve: answerNow } = Promise.withResolvers<void>();
  fakeApi().answerBy(users.list, async (body) => {
    const { start } = body as { start: number };
    if (start > 0) await letGo;
    return pageOf([user(BigInt(start + 1)), user(BigInt(start + 2))], 20);
  });
  const screen = await renderScreen(<Clients />);
  const names = () => {
    const rows = screen.getByRole('row').elements().slice(1);
    return rows.map((row) => row.querySelectorAll('td')[1]?.textContent);
  };
  await expect.poll(names).toEqual(['client1', 'client2']);
  await screen.getByRole('button', { name: 'Next' }).click();
  await expect.element(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  expect(names()).toEqual(['client1', 'client2']);
  answerNow();
  await expect.poll(names).toEqual(['client11', 'client12']);
});

it('says so when nothing matches', async () => {
  const { screen } = await renderClients('/', [], 0);
  await expect.element(screen.getByText('No matching records found')).toBeVisible();
});

it('offers to try again when the list cannot be read', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  api.refuse(users.list, 403, 'Not for you');
  const screen = await renderScreen(<Clients />);
  const words = screen.getByText('Not for you');
  await expect.element(words.first()).toBeVisible();
  // Once, where the rows would stand, and not in a toast as well, which would not stay.
  expect(words.elements()).toHaveLength(1);
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Not for you');
  await expectNoViolation();
  api.answer(users.list, pageOf([user(8n)], 1));
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByRole('cell', { name: 'client8' })).toBeVisible();
});

it('says once what was wrong with the question, without a way to ask it again', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  api.refuse(users.list, 400, 'The start date is wrong.', {
    startDate: 'The start date is wrong.',
  });
  const screen = await renderScreen(<Clients />);
  const words = screen.getByText('The start date is wrong.');
  await expect.element(words.first()).toBeVisible();
  expect(words.elements()).toHaveLength(1);
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The start date is wrong.');
  await expect.element(screen.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
});

it('remembers how long its pages were, screen by screen', async () => {
  const { screen, api } = await renderClients('/', [user(7n)], 60);
  await screen.getByLabelText('Show entries').selectOptions('50');
  await expect.poll(screen.search).toBe('?length=50');
  await screen.unmount();
  const again = await renderScreen(<Clients />, '/');
  await expect.element(again.getByLabelText('Show entries')).toHaveValue('50');
  expect(api.callsOf(users.list).at(-1)?.body).toMatchObject({ length: 50 });
  await again.unmount();
  const elsewhere = await renderScreen(<Clients />, '/other');
  await expect.element(elsewhere.getByLabelText('Show entries')).toHaveValue('10');
});

it('is searched by a key, unless somebody types', async () => {
  const { screen } = await renderClients('/', [user(7n)], 60);
  await expect.element(screen.getByRole('cell', { name: 'client7' })).toBeVisible();
  await userEvent.keyboard('/');
  const search = screen.getByLabelText('Search');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('a/b');
  await expect.element(search).toHaveValue('a/b');
});

const entryColumns = listColumns(transactions.listStatement, {
  username: { header: 'Username' },
  // Left out.
  id: null,
  createdAt: null,
  deposit: null,
  withdraw: null,
  bankBalance: null,
  remarks: null,
});

it('says in which other currencies a search finds something, and leads there', async () => {
  signInAs('SUPER');
  const api = fakeApi();
  const page = { draw: 1, data: [], recordsTotal: 0, recordsFiltered: 0 };
  const answer = { ...page, totals: { deposit: 0n, withdraw: 0n } };
  api.answer(transactions.listStatement, { ...answer, elsewhere: ['INR', 'PKR'] });
  const screen = await renderScreen(
    <ServerTable
      endpoint={transactions.listStatement}
      label="Entries"
      columns={entryColumns}
      rowKey={(row) => String(row.id)}
    />,
    '/?search=player1&page=1',
  );
  const link = screen.getByRole('link', { name: 'PKR' });
  await expect
    .poll(() => link.query()?.closest('[role=status]')?.textContent)
    .toBe('There are matches in INR and PKR too.');
  await link.click();
  await expect.poll(screen.search).toBe('?search=player1&currency=PKR');
});

it('has its totals above a long page too, where they are not heard twice', async () => {
  const row = (id: bigint) => ({ ...user(id), id });
  const table = (rows: ReturnType<typeof row>[]) => (
    <DataTable
      label="Clients"
      columns={columns}
      rows={rows}
      rowKey={({ _id }) => String(_id)}
      totals={{ balance: '99,999,999.99' }}
    />
  );
  const rows = Array.from({ length: 11 }, (_, index) => row(BigInt(index + 1)));
  const screen = await renderScreen(table(rows));
  await expect.poll(() => screen.getByText('99,999,999.99').elements()).toHaveLength(2);
  expect(screen.getByRole('rowheader', { name: 'Total' }).elements()).toHaveLength(1);
  await screen.unmount();
  const short = await renderScreen(table(rows.slice(1)));
  await expect.poll(() => short.getByText('99,999,999.99').elements()).toHaveLength(1);
});
