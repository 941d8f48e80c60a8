import { dashboard, type Play } from '@pitboss/contract/dashboard';
import { maintenance } from '@pitboss/contract/maintenance';
import { playReports } from '@pitboss/contract/play-reports';
import { reports, type Stats } from '@pitboss/contract/reports';
import { users } from '@pitboss/contract/users';
import { expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { dayOf, dayStart } from '#src/lib/dates.ts';
import { expectNoViolation } from '#src/test/axe.ts';
import { colourOf, green, red } from '#src/test/colours.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { fakeLive } from '#src/test/live.tsx';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { DashboardScreen } from './dashboard-screen.tsx';

const stats: Stats = {
  newClients: 3,
  totalClients: 1204,
  totalBets: 9,
  totalStakes: 100_099n,
  totalCashoutAmount: 250_050n,
  totalPl: -149_951n,
  currency: 'USD',
};

const played: Play = { bets: 4, stakes: 400_00n, cashout: 300_00n, pl: 100_00n, players: 2 };
const lost: Play = { bets: 2, stakes: 50_00n, cashout: 100_00n, pl: -50_00n, players: 1 };

/** The period and its parts; of what was before, and of every second day, less was won. */
function answerSight(api: ReturnType<typeof fakeApi>) {
  api.answer(reports.stats, stats);
  api.answerBy(dashboard.play, (body) => {
    const { spans } = body as { spans: unknown[] };
    return {
      currency: 'USD' as const,
      spans: spans.map((_, index) => (index % 2 ? lost : played)),
    };
  });
  api.answer(dashboard.toDo, { requests: [], left: [], lockedOut: [], trouble: [] });
  api.answer(dashboard.who, { wins: [], winners: [], losers: [], newClients: [], balances: [] });
  api.answer(playReports.byOperator, { currency: 'USD', rows: [], totals: played });
}

function adminApi() {
  signInAs('ADMIN');
  const api = fakeApi();
  answerSight(api);
  return api;
}

function superApi() {
  signInAs('SUPER');
  const api = fakeApi();
  answerSight(api);
  api.answer(maintenance.get, { isMaintenance: null });
  api.answer(users.balance, {
    currency: 'USD',
    balance: 0n,
    exposure: 0n,
    wallets: [{ currency: 'INR', balance: 0n, exposure: 0n }],
  });
  return api;
}

it('has six cards, whose figures are rounded down', async () => {
  const api = adminApi();
  api.answer(maintenance.get, { isMaintenance: false });
  const screen = await renderScreen(<DashboardScreen />);
  const cards = [
    'New Clients3',
    'Total Users1,204',
    'Total Bets9',
    'Total Stakes1,000 USD',
    'Total Cashout Amount2,500 USD',
    'Total Profit/Loss-1,500 USD',
  ];
  const shown = () =>
    screen
      .getByRole('heading', { level: 2 })
      .elements()
      .slice(0, cards.length)
      .map((heading) => heading.closest('section')?.textContent);
  await expect.poll(shown).toEqual(cards);
  expect(screen.getByRole('alert').elements()).toEqual([]);
  // An ADMIN has neither the maintenance nor the currency switch.
  expect(screen.getByRole('combobox').elements()).toEqual([]);
});

it.each([
  [0n, '0', green],
  [20_75n, '+20', green],
  [-20_00n, '-20', red],
] as const)('shows a result of %s as %s, in its colour', async (totalPl, figure, colour) => {
  const api = adminApi();
  api.answer(reports.stats, { ...stats, totalPl });
  const screen = await renderScreen(<DashboardScreen />);
  const card = screen.getByRole('region', { name: 'Total Profit/Loss', exact: true });
  const shown = card.getByText(figure, { exact: true });
  await expect.element(shown).toBeVisible();
  expect(colourOf(shown)).toBe(colour);
});

it('says why the figures cannot be loaded, and asks for them again', async () => {
  const api = adminApi();
  api.refuse(reports.stats, 409, 'Not just now.');
  const screen = await renderScreen(<DashboardScreen />);
  const toasts = screen.getByRole('region', { name: 'Notifications' });
  await expect.element(toasts.getByRole('alert')).toHaveTextContent('ErrorNot just now.');
  api.answer(reports.stats, stats);
  await screen.getByRole('button', { name: 'Retry' }).click();
  const card = screen.getByRole('region', { name: 'Total Users' });
  await expect.element(card).toHaveTextContent('Total Users1,204');
});

it('follows the figures without being taken for use', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const api = adminApi();
  const screen = await renderScreen(<DashboardScreen />);
  const bets = screen.getByRole('region', { name: 'Total Bets' });
  await expect.element(bets).toHaveTextContent('Total Bets9');
  api.answer(reports.stats, { ...stats, totalBets: 10 });
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(bets).toHaveTextContent('Total Bets10');
  const marks = api.callsOf(reports.stats).map(({ headers }) => headers.get('X-Background'));
  expect(marks).toEqual([null, 'true']);
});

it('lets SUPER switch maintenance', async () => {
  const api = superApi();
  api.answer(maintenance.set, { isMaintenance: true }, 'Maintenance is on');
  const screen = await renderScreen(<DashboardScreen />);
  const choice = screen.getByLabelText('Maintenance');
  const dialog = screen.getByRole('dialog', { name: 'Confirm Maintenance' });
  await choice.selectOptions('Maintenance: On');
  await expect.element(dialog.getByText(/No new round starts and bets are refused/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(choice).toHaveValue('');
  expect(api.callsOf(maintenance.set)).toEqual([]);

  await choice.selectOptions('Maintenance: On');
  await expect.element(dialog.getByLabelText('Reason')).toHaveFocus();
  await dialog.getByLabelText('Reason').fill(' new odds ');
  await userEvent.tab();
  await userEvent.tab();
  const confirm = dialog.getByRole('button', { name: 'Confirm · Switch on' });
  await expect.element(confirm).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Maintenance is on')).toBeVisible();
  expect(api.callsOf(maintenance.set).map(({ body }) => body)).toEqual([
    { isMaintenance: true, reason: 'new odds' },
  ]);
});

it('says that the maintenance update failed when its answer is lost', async () => {
  const api = superApi();
  api.answer(maintenance.get, { isMaintenance: false });
  api.lose(maintenance.set);
  const screen = await renderScreen(<DashboardScreen />);
  const choice = screen.getByLabelText('Maintenance');
  await choice.selectOptions('Maintenance: On');
  await screen.getByRole('dialog').getByRole('button', { name: 'Confirm · Switch on' }).click();
  const toasts = screen.getByRole('region', { name: 'Notifications' });
  await expect.element(toasts.getByRole('alert')).toHaveTextContent('Failed UpdateFailed Update');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(choice).toHaveValue('false');
});

it('keeps the currency that SUPER chose in the address', async () => {
  const api = superApi();
  const screen = await renderScreen(<DashboardScreen />);
  await screen.getByLabelText('Currency').selectOptions('INR');
  await expect.poll(screen.search).toBe('?currency=INR');
  await expect.poll(() => api.callsOf(reports.stats).at(-1)?.body).toEqual({ currency: 'INR' });
});

it('makes every figure a way to the rows that make it', async () => {
  adminApi();
  const screen = await renderScreen(<DashboardScreen />);
  const today = dayOf(new Date());
  const days = `startDay=${today}&endDay=${today}`;
  const hrefs = (name: string | RegExp) =>
    screen
      .getByRole('link', { name })
      .elements()
      .map((link) => link.getAttribute('href'));
  await expect.poll(() => hrefs('+100')).toEqual([`/reports?group=client&${days}`]);
  const bars = screen.getByRole('list', { name: /^Profit\/Loss by day, 30 days \(USD\)$/ });
  await expect.poll(() => bars.getByRole('link').elements().length).toBe(30);
  const last = bars.getByRole('link', { name: /^Today: / });
  await expect.element(last).toHaveAttribute('href', `/reports?group=client&${days}`);
  const hours = screen.getByRole('list', { name: /by hour, today against yesterday/ });
  const first = await hours
    .getByRole('link', { name: /^00:00–01:00: .*, yesterday / })
    .findElement();
  const search = new URLSearchParams(first.getAttribute('href')?.split('?')[1]);
  expect(search.get('from')).toBe(dayStart(today).toISOString());
  expect(Date.parse(search.get('to') ?? '')).toBe(dayStart(today).getTime() + 3_600_000 - 1);
  const ever = `/reports?group=client&startDay=2000-01-01&endDay=${today}`;
  await expect.poll(() => hrefs('9')).toEqual([ever]);
  await expect.poll(() => hrefs('1,204')).toEqual(['/users?branch=yes&role=USER&demo=no']);
});

it('walks through a chart with the arrow keys, one stop for the tabulator', async () => {
  adminApi();
  const screen = await renderScreen(<DashboardScreen />);
  const bars = screen.getByRole('list', { name: /^Profit\/Loss by day/ }).getByRole('link');
  await expect.poll(() => bars.elements().length).toBe(30);
  const links = bars.elements() as HTMLElement[];
  expect(links.filter(({ tabIndex }) => tabIndex === 0)).toEqual([links[29]]);
  links[29]?.focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(document.activeElement).toBe(links[27]);
  await userEvent.keyboard('{Home}{ArrowLeft}');
  expect(document.activeElement).toBe(links[0]);
});

it('shows a chart as a table with the same figures', async () => {
  adminApi();
  const { tell, within } = fakeLive();
  const screen = await renderScreen(within(<DashboardScreen />));
  tell({ round: null });
  await screen.getByRole('button', { name: /^Show as table: Profit\/Loss by day/ }).click();
  const table = screen.getByRole('region', { name: /^Profit\/Loss by day/ }).getByRole('table');
  await expect.element(table.getByRole('row', { name: /^Today / })).toBeVisible();
  expect(table.getByRole('row').elements()).toHaveLength(31);
  await expectNoViolation();
});

it('asks for the period that was chosen and says how it compares', async () => {
  const api = adminApi();
  const screen = await renderScreen(<DashboardScreen />);
  await screen.getByText('7 days', { exact: true }).click();
  await expect.poll(screen.search).toBe('?period=week');
  await expect.element(screen.getByText(/against the 7 days before/).first()).toBeVisible();
  const asked = api.callsOf(dashboard.play).at(-1)?.body as
    | { spans: { from: string }[] }
    | undefined;
  const [whole, soFar, before] = (asked?.spans ?? []).map(({ from }) => Date.parse(from));
  expect(whole).toBe(soFar);
  expect((whole ?? 0) - (before ?? 0)).toBeGreaterThan(6.9 * 86_400_000);
});

it('leads from what is to do to where it is done', async () => {
  const api = adminApi();
  const [from, to] = [new Date('2026-11-14T10:00:00Z'), new Date('2026-11-14T11:00:00Z')];
  api.answer(dashboard.toDo, {
    requests: [{ type: 'withdraw', age: 'late', count: 3, from, to }],
    left: [{ currency: 'USD', bets: 2, since: from }],
    lockedOut: [{ _id: 7n, username: 'player7', until: to }],
    trouble: ['No standby is connected, and commits wait for one.'],
  });
  const screen = await renderScreen(<DashboardScreen />);
  const list = screen.getByRole('table', { name: 'To do' });
  await expect
    .element(list.getByRole('link', { name: 'Over 30 min: 3 Withdraw requests' }))
    .toHaveAttribute(
      'href',
      '/deposit-withdraw?type=withdraw&status=pending' +
        '&from=2026-11-14T10%3A00%3A00.000Z&to=2026-11-14T11%3A00%3A00.000Z',
    );
  await expect
    .element(list.getByRole('link', { name: 'player7' }))
    .toHaveAttribute('href', '/my-account/profile/7');
  await expect.element(list.getByText('No standby is connected', { exact: false })).toBeVisible();
});

it('shows SUPER what each branch brought, and leads into it', async () => {
  const api = superApi();
  api.answer(playReports.byOperator, {
    currency: 'USD',
    rows: [
      { operator: { _id: 5n, username: 'desk', isDeleted: false }, ...played },
      { operator: null, ...lost },
    ],
    totals: played,
  });
  const screen = await renderScreen(<DashboardScreen />);
  const today = dayOf(new Date());
  await expect
    .element(screen.getByRole('link', { name: 'desk' }))
    .toHaveAttribute('href', `/reports?startDay=${today}&endDay=${today}&group=client&admin=5`);
  await expect.element(screen.getByText('Own clients')).toBeVisible();
});
