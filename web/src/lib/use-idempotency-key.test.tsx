import { Button } from '@mantine/core';
import { transactions } from '@pitboss/contract/transactions';
import { expect, it } from 'vitest';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { useWrite } from './use-api.ts';
import { useIdempotencyKey } from './use-idempotency-key.ts';

function Deposit() {
  const idempotencyKey = useIdempotencyKey();
  const deposit = useWrite(transactions.deposit, {
    idempotencyKey,
    done: 'Deposit successful!',
    failed: 'Deposit failed. Please try again.',
  });
  const send = () => deposit.mutate({ params: { id: 7n }, body: { userId: 7n, amount: 1250n } });
  return <Button onClick={send}>Deposit</Button>;
}

const moved = { transactionId: 1n, balance: 0n, agentBalance: 0n };

it('is sent again after a lost answer and renewed after a definite one', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  const screen = await renderScreen(<Deposit />);
  const sendAndRead = async (count: number) => {
    await screen.getByRole('button', { name: 'Deposit' }).click();
    await expect.poll(() => api.callsOf(transactions.deposit).length).toBe(count);
    return api.callsOf(transactions.deposit).at(-1)?.headers.get('Idempotency-Key');
  };

  api.lose(transactions.deposit);
  const first = await sendAndRead(1);
  await expect.element(screen.getByText('Deposit failed. Please try again.')).toBeVisible();
  api.answer(transactions.deposit, moved);
  expect(await sendAndRead(2)).toBe(first);
  await expect.element(screen.getByText('Deposit successful!')).toBeVisible();
  api.refuse(transactions.deposit, 400, 'Your balance is 3');
  const third = await sendAndRead(3);
  expect(third).not.toBe(first);
  await expect.element(screen.getByText('Your balance is 3')).toBeVisible();
  expect(await sendAndRead(4)).not.toBe(third);
});

it('goes with a body in the words of the wire', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(transactions.deposit, moved);
  const screen = await renderScreen(<Deposit />);
  await screen.getByRole('button', { name: 'Deposit' }).click();
  await expect
    .poll(() => api.callsOf(transactions.deposit))
    .toMatchObject([{ path: '/api/transactions/deposit/7', body: { userId: '7', amount: 12.5 } }]);
});
