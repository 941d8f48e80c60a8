import { cashRequests } from '@pitboss/contract/cash-requests';
import { users } from '@pitboss/contract/users';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { useHasPendingRequests } from '#src/lib/pending-requests.ts';
import { expectNoViolation } from '#src/test/axe.ts';
import { cashPage, cashRequest } from '#src/test/cash.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { drawn } from '#src/test/frames.ts';
import { operatorWallet } from '#src/test/people.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { CashRequestsScreen } from './cash-requests-screen.tsx';

const second = cashRequest({ _id: 30n, user: { _id: 8n, username: 'player8' } });

/** What the loading overlay would wait for, without its delay. */
function Awaited() {
  return useHasPendingRequests() && <p>An answer is awaited</p>;
}

async function renderRequests(address = '/') {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(users.balance, operatorWallet);
  api.answer(cashRequests.list, cashPage([cashRequest(), second]));
  const desk = (
    <>
      <CashRequestsScreen />
      <Awaited />
    </>
  );
  const screen = await renderScreen(desk, address);
  await expect.element(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  return { api, screen };
}

const lists = (api: ReturnType<typeof fakeApi>) => api.callsOf(cashRequests.list);

/** Lets the next refresh come now. */
function holdClock() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** Another request, which came after the screen was opened. */
function lateRequest() {
  const createdAt = new Date(Date.now() + 1_000);
  return cashRequest({ _id: 40n, createdAt, user: { _id: 9n, username: 'player9' } });
}

it('refreshes once it is turned on, without closing what is open or an overlay', async () => {
  holdClock();
  const { api, screen } = await renderRequests();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(lists(api)).toHaveLength(1);
  const auto = screen.getByRole('switch', { name: 'Auto Refresh' });
  await auto.click();
  await expect.poll(screen.search).toBe('?refresh=on');
  await expect.element(auto).toBeChecked();
  await screen.getByRole('button', { name: 'Receipt', exact: true }).first().click();
  const dialog = screen.getByRole('dialog', { name: 'Receipt' });
  await expect.element(dialog.getByText('1,234.50 INR')).toBeVisible();
  const answer = Promise.withResolvers<void>();
  api.answerBy(cashRequests.list, async () => {
    await answer.promise;
    return cashPage([lateRequest(), cashRequest(), second]);
  });
  const before = lists(api).length;
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(() => lists(api).length).toBe(before + 1);
  expect(screen.getByText('An answer is awaited').elements()).toEqual([]);
  answer.resolve();
  await expect.element(screen.getByText('1 new request')).toBeInTheDocument();
  await expect.element(dialog.getByText('1,234.50 INR')).toBeVisible();
  // Who watches a queue is working, as long as the page can be seen.
  expect(lists(api).at(-1)?.headers.get('X-Background')).toBeNull();
});

/** A request that has come in, marked as new; before it the list stood at that height. */
async function renderNew(width = window.innerWidth) {
  holdClock();
  const { api, screen } = await renderRequests('/?refresh=on');
  const { innerWidth, innerHeight } = window;
  await page.viewport(width, innerHeight);
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  const list = () => screen.container.querySelector(width < 768 ? 'section > ul' : 'table');
  await expect.poll(list).not.toBeNull();
  const top = () => list()?.getBoundingClientRect().top ?? 0;
  const before = top();
  // What comes in under the pointer is seen at once.
  await userEvent.hover(screen.getByRole('heading', { name: 'Deposit/Withdraw' }));
  api.answer(cashRequests.list, cashPage([lateRequest(), cashRequest(), second]));
  await vi.advanceTimersByTimeAsync(10_000);
  const told = screen.getByText('1 new request');
  await expect.element(told).toBeVisible();
  return { screen, told, top, before };
}

it.each([
  ['looked at', (row: Locator) => userEvent.hover(row)],
  ['said to be seen', () => page.getByRole('button', { name: 'Mark as seen' }).click()],
] as const)('marks what is new until it is %s', async (_, see) => {
  const { screen, told } = await renderNew();
  const row = screen.getByRole('row', { name: /player9/ });
  const marks = screen.getByRole('table').getByText('New', { exact: true });
  await expect.element(row.getByText('New', { exact: true })).toBeVisible();
  expect(marks.elements()).toHaveLength(1);
  await see(row);
  await expect.element(told).not.toBeInTheDocument();
  await expect.element(marks).not.toBeInTheDocument();
});

it('says what is new where nothing has to make room for it', async () => {
  // What the frame leaves of 1366.
  const { top, before } = await renderNew(1118);
  expect(top()).toBe(before);
});

it('moves nothing on a phone when what is new is looked at', async () => {
  const { screen, told, top, before } = await renderNew(360);
  const said = top();
  expect(said).toBeGreaterThan(before);
  await userEvent.hover(screen.getByRole('link', { name: 'player9' }));
  await expect.element(told).not.toBeInTheDocument();
  await expect.element(screen.getByText('No new requests')).toBeVisible();
  expect(top()).toBe(said);
  await expectNoViolation([360]);
});

it('marks what is new by more than a colour, readable in every light', async () => {
  const { told } = await renderNew();
  await expectNoViolation();
  await expect.element(told).toBeVisible();
});

it('brings nothing in while something is being pressed', async () => {
  holdClock();
  const { api, screen } = await renderRequests('/?refresh=on');
  const pressed = screen.getByRole('button', { name: 'Receipt', exact: true }).first();
  const top = () => pressed.element().getBoundingClientRect().top;
  const before = top();
  const send = (type: string, init = {}) =>
    pressed.element().dispatchEvent(new PointerEvent(type, { bubbles: true, ...init }));
  await screen.getByLabelText('Search').click();
  send('pointerdown', { buttons: 1 });
  // The press takes the focus, which is no end of it.
  (pressed.element() as HTMLElement).focus();
  api.answer(cashRequests.list, cashPage([lateRequest(), cashRequest(), second]));
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(() => lists(api).length).toBe(2);
  await drawn();
  expect(top()).toBe(before);
  expect(screen.getByText('player9').elements()).toEqual([]);
  send('pointerup');
  await expect.element(screen.getByText('1 new request')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /player9/ })).toBeVisible();
});

it('brings in what was chosen from a list that kept its release to itself', async () => {
  const { api, screen } = await renderRequests();
  const entries = screen.getByLabelText('Show entries');
  entries.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, buttons: 1 }));
  api.answer(cashRequests.list, cashPage([lateRequest()]));
  await entries.selectOptions('50');
  await expect.element(screen.getByRole('row', { name: /player9/ })).toBeVisible();
});

it('stops refreshing when it is turned off', async () => {
  holdClock();
  const { api, screen } = await renderRequests('/?refresh=on');
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(() => lists(api).length).toBe(2);
  await screen.getByRole('switch', { name: 'Auto Refresh' }).click();
  await expect.poll(screen.search).toBe('');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(lists(api)).toHaveLength(2);
});
