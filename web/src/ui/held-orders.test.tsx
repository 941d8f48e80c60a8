import { Button } from '@mantine/core';
import { calls } from '@pitboss/contract/calls';
import { transactions } from '@pitboss/contract/transactions';
import { expect, it } from 'vitest';
import { keepOrder, type Order } from '#src/lib/orders.ts';
import { clearSession, setSession } from '#src/lib/session.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { useOrderWatch } from '#src/lib/use-order-watch.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { HeldOrders } from './held-orders.tsx';

const about = ['client player7'];

function Deposit() {
  useOrderWatch();
  const deposit = useWrite(transactions.deposit, {
    order: () => ({ about, kind: 'Deposit', detail: '12.50 USD to player7' }),
    done: 'Deposit successful!',
    failed: 'Deposit failed. Please try again.',
  });
  const send = () => deposit.mutate({ params: { id: 7n }, body: { userId: 7n, amount: 1250n } });
  return (
    <>
      <Button onClick={send}>Deposit</Button>
      <HeldOrders about={about} />
    </>
  );
}

const moved = { transactionId: 1n, balance: 0n };
const unseen = 'We could not see whether this was done';

/** An order of a page that has gone. */
const left: Order = {
  key: 'of-another-page',
  about,
  kind: 'Deposit',
  detail: '3 USD to player7',
  done: 'Deposit successful!',
  failed: 'Deposit failed. Please try again.',
  refreshes: [],
  sentAt: Date.now(),
  page: 'gone',
  isUnknown: true,
};

async function renderDeposit() {
  signInAs('ADMIN');
  const api = fakeApi();
  const screen = await renderScreen(<Deposit />);
  const press = () => screen.getByRole('button', { name: 'Deposit' }).click();
  const keys = () =>
    api.callsOf(transactions.deposit).map(({ headers }) => headers.get('Idempotency-Key'));
  return { api, screen, press, keys };
}

it('asks by its key what became of a lost order, and never sends it again', async () => {
  const { api, screen, press, keys } = await renderDeposit();
  api.lose(transactions.deposit);
  api.answer(calls.outcome, { outcome: 'done', message: 'Deposit successful!' });
  await press();
  await expect.element(screen.getByText('Deposit successful!')).toBeVisible();
  await expect.element(screen.getByText(unseen)).toBeVisible();
  expect(api.callsOf(calls.outcome).map(({ body }) => body)).toEqual([{ key: keys()[0] }]);
  expect(keys()).toHaveLength(1);
});

it('says that it failed when the platform says so, and another try has another key', async () => {
  const { api, screen, press, keys } = await renderDeposit();
  api.lose(transactions.deposit);
  api.answer(calls.outcome, { outcome: 'notDone', message: '' });
  await press();
  await expect.element(screen.getByText('Deposit failed. Please try again.')).toBeVisible();
  api.answer(transactions.deposit, moved);
  await press();
  await expect.element(screen.getByText('Deposit successful!')).toBeVisible();
  expect(new Set(keys()).size).toBe(2);
});

it('holds everything about the same until the outcome is known', async () => {
  const { api, screen, press, keys } = await renderDeposit();
  api.lose(transactions.deposit);
  api.lose(calls.outcome);
  await press();
  await expect.element(screen.getByRole('alert').getByText(unseen)).toBeVisible();
  await expect.element(screen.getByText(/Deposit: 12.50 USD to player7, sent/)).toBeVisible();
  await press();
  expect(keys()).toHaveLength(1);
  api.answer(calls.outcome, { outcome: 'done', message: '' });
  await expect.element(screen.getByText('Deposit successful!')).toBeVisible();
});

it('looks after an order from before a reload, and after no one else’s', async () => {
  signInAs('ADMIN');
  keepOrder('olga', left);
  keepOrder('somebody', { ...left, key: 'not-mine', detail: '9 USD to secret' });
  const { api, screen } = await renderDeposit();
  api.answer(calls.outcome, { outcome: 'done', message: '' });
  await expect
    .element(screen.getByText('Deposit: 3 USD to player7', { exact: true }))
    .toBeVisible();
  expect(screen.getByText(/secret/).elements()).toEqual([]);
  expect(api.callsOf(calls.outcome).map(({ body }) => body)).toContainEqual({ key: left.key });
  expect(api.callsOf(calls.outcome).map(({ body }) => body)).not.toContainEqual({
    key: 'not-mine',
  });
});

it('sends nothing while another tab is sending', async () => {
  signInAs('ADMIN');
  keepOrder('olga', { ...left, isUnknown: false });
  const { screen, press, keys } = await renderDeposit();
  await expect.element(screen.getByText('This is being sent from another tab')).toBeVisible();
  await press();
  await expect.element(screen.getByRole('alert').getByText(unseen)).toBeVisible();
  expect(keys()).toEqual([]);
});

it('leaves it to the operator where the platform has no such call', async () => {
  const { api, screen, press } = await renderDeposit();
  api.lose(transactions.deposit);
  api.refuse(calls.outcome, 404);
  await press();
  await screen.getByRole('button', { name: 'I have looked' }).click();
  await expect.element(screen.getByText(/The platform cannot say/)).not.toBeInTheDocument();
});

it('ends silently for whoever sits there by then', async () => {
  const { api, screen, press } = await renderDeposit();
  const answer = Promise.withResolvers<Response>();
  api.answerLate(transactions.deposit, () => answer.promise);
  await press();
  await expect.poll(() => api.callsOf(transactions.deposit).length).toBe(1);
  clearSession();
  setSession({ token: 'another', userDetails: { username: 'nadia', role: 'ADMIN' } });
  answer.resolve(Response.json({ status: 'success', message: 'Deposit successful!' }));
  await expect
    .poll(() => Object.keys(localStorage).filter((key) => /^order/.test(key)))
    .toEqual([]);
  expect(screen.getByText('Deposit successful!').elements()).toEqual([]);
});
