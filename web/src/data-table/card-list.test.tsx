import IconEdit from 'tabler:edit';
import IconTrash from 'tabler:trash';
import { type User, users } from '@pitboss/contract/users';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { AmountIn } from '#src/ui/amount-in.tsx';
import { RowAction } from '#src/ui/row-action.tsx';
import { DataTable } from './data-table.tsx';
import { listColumns } from './list-columns.ts';
import { ServerTable } from './server-table.tsx';

const { innerWidth, innerHeight } = window;

beforeEach(() => page.viewport(360, 740));
afterEach(() => page.viewport(innerWidth, innerHeight));

const remove = vi.fn();

const columns = listColumns(users.list, {
  // Left out.
  role: null,
  exposure: null,
  currency: null,
  isDemo: null,
  _id: { header: 'Id', cell: ({ _id }) => String(_id) },
  username: { header: 'Username', card: 'title' },
  name: { header: 'Name', card: 'line' },
  balance: {
    header: 'Balance',
    card: 'figure',
    cell: ({ balance }) => String(balance),
    cardCell: ({ balance, currency }) => <AmountIn minor={balance} currency={currency} />,
  },
  status: { header: 'Status', card: 'status' },
  action: {
    header: 'Action',
    isPinned: true,
    cell: (user) => (
      <div>
        <RowAction label="Edit User" icon={IconEdit} onClick={() => {}} />
        <RowAction
          label="Delete User"
          icon={IconTrash}
          tone="negative"
          onClick={() => remove(user._id)}
        />
      </div>
    ),
  },
});

function user(id: bigint, given: Partial<User> = {}): User {
  return {
    _id: id,
    username: `client${id}`,
    name: 'A client',
    role: 'USER',
    exposure: 0n,
    balance: 1_234_077_000n,
    currency: 'INR',
    status: 'active',
    isDemo: false,
    minimumBets: null,
    maximumBets: null,
    ...given,
  };
}

function renderRows(rows: User[], totals?: Record<string, string>) {
  return renderScreen(
    <DataTable
      label="Clients"
      columns={columns}
      rows={rows}
      rowKey={({ _id }) => String(_id)}
      totals={totals}
    />,
  );
}

it('makes a card of a row: what matters with its labels, the rest on a tap', async () => {
  const screen = await renderRows([user(7n)]);
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument();
  const card = screen.getByRole('listitem');
  await expect.poll(() => card.element().textContent).toContain('Username: client7');
  expect(card.element().textContent).toContain('Status: active');
  await expect.element(card.getByRole('term')).toHaveTextContent('Balance');
  await expect.element(card.getByRole('definition')).toHaveTextContent('12,340,770 INR');
  await expect.element(card.getByText('Id', { exact: true })).not.toBeInTheDocument();
  const more = card.getByRole('button', { name: 'More' });
  await expect.element(more).toHaveAttribute('aria-expanded', 'false');
  // Anywhere on the card.
  await card.click({ position: { x: 20, y: 60 } });
  await expect.element(more).toHaveAttribute('aria-expanded', 'true');
  await expect.element(card.getByText('Id', { exact: true })).toBeVisible();
  await expectNoViolation([360]);
  await more.click();
  await expect.element(card.getByText('Id', { exact: true })).not.toBeInTheDocument();
});

it('keeps the actions in one menu, by their words, and gives the focus back', async () => {
  const screen = await renderRows([user(7n)]);
  const opener = screen.getByRole('button', { name: 'Action' });
  const { width, height } = opener.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await opener.click();
  const items = screen.getByRole('menuitem');
  await expect.element(items.first()).toBeVisible();
  await expectNoViolation([360]);
  const boxes = items.elements().map((item) => item.getBoundingClientRect());
  expect(items.elements().map(({ textContent }) => textContent)).toEqual([
    'Edit User',
    'Delete User',
  ]);
  for (const box of boxes) expect(box.height).toBeGreaterThanOrEqual(44);
  // Apart from what stands before it.
  expect((boxes[1]?.top ?? 0) - (boxes[0]?.bottom ?? 0)).toBeGreaterThan(8);
  await expect.element(items.first()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(remove).toHaveBeenCalledExactlyOnceWith(7n);
  await expect.element(items.first()).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Action' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(items.first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(items.first()).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Action' })).toHaveFocus();
});

it('keeps a step that is made while the menu opens, and closes it by the tabulator', async () => {
  const screen = await renderRows([user(7n)]);
  const items = screen.getByRole('menuitem');
  // With the very focus that the first action gets.
  const step = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target.role !== 'menuitem') return;
    document.removeEventListener('focusin', step);
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  };
  document.addEventListener('focusin', step);
  await screen.getByRole('button', { name: 'Action' }).click();
  await expect.element(items.nth(1)).toHaveFocus();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect.element(items.nth(1)).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(items.first()).not.toBeInTheDocument();
});

it('has the totals below the cards, and above a long page too', async () => {
  const totals = { balance: '99,999,999.99' };
  const short = await renderRows([user(7n)], totals);
  await expect.element(short.getByRole('region', { name: 'Total' })).toBeVisible();
  expect(short.getByText('99,999,999.99').elements()).toHaveLength(1);
  await short.unmount();
  const rows = Array.from({ length: 11 }, (_, index) => user(BigInt(index + 1)));
  const long = await renderRows(rows, totals);
  await expect.poll(() => long.getByText('99,999,999.99').elements()).toHaveLength(2);
  // Heard once.
  expect(long.getByRole('region', { name: 'Total' }).elements()).toHaveLength(1);
});

it('says so when there is no row', async () => {
  const screen = await renderRows([]);
  await expect.element(screen.getByText('No matching records found')).toBeVisible();
});

it('breaks the longest words instead of scrolling sideways', async () => {
  const long = user(7n, { username: 'w'.repeat(32), name: 'm'.repeat(100), status: 'suspended' });
  const screen = await renderRows([long, user(8n, { balance: 99_999_999_999_999n })]);
  await expect.element(screen.getByRole('listitem').first()).toBeVisible();
  for (const card of screen.getByRole('listitem').elements()) {
    expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth);
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

it('is ordered by a list of the columns, in the place of their headers', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(users.list, { draw: 1, data: [user(7n)], recordsTotal: 1, recordsFiltered: 1 });
  const screen = await renderScreen(
    <ServerTable
      endpoint={users.list}
      label="Clients"
      columns={columns}
      rowKey={({ _id }) => String(_id)}
      defaultOrder={{ column: '_id', dir: 'desc' }}
    />,
  );
  const sort = screen.getByLabelText('Sort by');
  await expect.element(sort).toHaveValue('_id.desc');
  await expect.element(sort.getByRole('option', { name: 'Action ↑' })).not.toBeInTheDocument();
  await sort.selectOptions('Balance ↓');
  await expect.poll(screen.search).toBe('?order=balance.desc');
  await expect
    .poll(() => api.callsOf(users.list).at(-1)?.body)
    .toMatchObject({ order: [{ column: 5, dir: 'desc' }] });
});
