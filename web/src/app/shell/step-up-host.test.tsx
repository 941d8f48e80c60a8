import { Button } from '@mantine/core';
import { auth } from '@pitboss/contract/auth';
import { secondFactor } from '@pitboss/contract/second-factor';
import { transactions } from '@pitboss/contract/transactions';
import { expect, it } from 'vitest';
import { useWrite } from '#src/lib/use-api.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { StepUpHost } from './step-up-host.tsx';

const words = 'Please confirm that it is you.';

/** Any call that may ask for a proof; one with a key, to see that it stays the same. */
function Dangerous() {
  const pay = useWrite(transactions.deposit, {
    order: () => ({ about: ['client anna'], kind: 'Deposit', detail: '1.00 USD' }),
  });
  const input = { params: { id: 7n }, body: { userId: 7n, amount: 100n } };
  return <Button onClick={() => pay.mutate(input)}>Do it</Button>;
}

async function ask(since: Date | null = null) {
  signInAs('SUPER');
  const api = fakeApi();
  api.answer(secondFactor.get, { since, recoveryCodesLeft: 0, isRequired: false });
  api.refuse(transactions.deposit, 403, words, { stepUp: words });
  const screen = await renderScreen(
    <>
      <Dangerous />
      <StepUpHost />
    </>,
  );
  await screen.getByRole('button', { name: 'Do it' }).click();
  return { api, screen, dialog: screen.getByRole('dialog', { name: 'Confirm it is you' }) };
}

function answerDone(api: ReturnType<typeof fakeApi>) {
  const data = { _id: 7n, balance: 100n, ownBalance: 0n, transactionId: 1n };
  api.answer(transactions.deposit, data as never, 'It is done.');
}

it('asks for the password and then repeats the call with the same key', async () => {
  const { api, screen, dialog } = await ask();
  await expect.element(dialog.getByLabelText('Password')).toHaveFocus();
  expect(dialog.getByRole('button', { name: 'Use a code instead' }).elements()).toEqual([]);
  api.refuse(auth.stepUp, 400, 'Not it.', { password: 'Not it.' });
  await dialog.getByLabelText('Password').fill('Wrong@12345');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(dialog.getByText('Not it.')).toBeVisible();
  expect(api.callsOf(transactions.deposit)).toHaveLength(1);
  await dialog.getByLabelText('Password').fill('Right@12345');
  api.answer(auth.stepUp, null);
  answerDone(api);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(screen.getByText('It is done.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  const [first, second, ...more] = api
    .callsOf(transactions.deposit)
    .map(({ headers, body }) => [headers.get('idempotency-key'), body]);
  expect(second).toEqual(first);
  expect([first?.[0], more]).toEqual([expect.stringMatching(/^\w{32}$/), []]);
});

it('takes a code of one who has a second factor', async () => {
  const { api, screen, dialog } = await ask(new Date());
  await dialog.getByRole('button', { name: 'Use a code instead' }).click();
  await expect.element(dialog.getByLabelText('Code')).toHaveFocus();
  await dialog.getByLabelText('Code').fill('123456');
  api.answer(auth.stepUp, null);
  answerDone(api);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(screen.getByText('It is done.')).toBeVisible();
  expect(api.callsOf(transactions.deposit)).toHaveLength(2);
  expect(api.callsOf(auth.stepUp).map(({ body }) => body)).toEqual([{ code: '123456' }]);
});

it('leaves the call undone when it is cancelled, and says so', async () => {
  const { api, screen, dialog } = await ask();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.callsOf(transactions.deposit)).toHaveLength(1);
});
