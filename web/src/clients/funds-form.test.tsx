import { calls } from '@pitboss/contract/calls';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { expect, it, vi } from 'vitest';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { client, operatorWallet } from '#src/test/people.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { FundsForm } from './funds-form.tsx';

const moved = { transactionId: 1n, balance: 0n };

async function renderForm(user = client()) {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(users.balance, operatorWallet);
  const onDone = vi.fn();
  const screen = await renderScreen(<FundsForm user={user} onDone={onDone} />);
  return {
    api,
    screen,
    onDone,
    amount: screen.getByLabelText('Amount'),
    deposit: screen.getByRole('button', { name: 'Deposit' }),
    withdraw: screen.getByRole('button', { name: 'Withdraw' }),
  };
}

it('shows the client, its balance and what the operator has in that currency', async () => {
  const { screen } = await renderForm(client({ currency: 'INR' }));
  await expect.element(screen.getByText('Seventh Player (player7)')).toBeVisible();
  await expect.element(screen.getByText('1,234.50 INR')).toBeVisible();
  await expect.element(screen.getByText('90,000 INR')).toBeVisible();
});

it('refuses less than 1 under the field and with a warning, and sends nothing', async () => {
  const { api, screen, amount, deposit, withdraw } = await renderForm();
  const toasts = screen.getByRole('region', { name: 'Notifications' });
  const warning = toasts.getByRole('alert');
  const words = 'WarningPlease enter a valid amount';
  await deposit.click();
  await expect.element(warning).toHaveTextContent(words);
  await expect.element(amount).toHaveAccessibleDescription('Amount must be greater than 0.');
  await warning.click();
  await expect.element(warning).not.toBeInTheDocument();
  await amount.fill('0.99');
  await withdraw.click();
  await expect.element(warning).toHaveTextContent(words);
  await expect.element(amount).toHaveAccessibleDescription('Amount must be greater than 0.');
  await amount.fill('1.005');
  await deposit.click();
  await expect.element(amount).toHaveAccessibleDescription(/at most two decimals/);
  await expectNoViolation();
  expect(api.callsOf(transactions.deposit)).toHaveLength(0);
  expect(api.callsOf(transactions.withdraw)).toHaveLength(0);
});

it('says what is wrong with an empty amount once the field was left', async () => {
  const { screen, amount } = await renderForm();
  await amount.click();
  await screen.getByLabelText('Remarks').click();
  await expect.element(screen.getByText('Amount must be greater than 0.')).toBeVisible();
});

it('refuses what is no plain decimal', async () => {
  const { screen, amount } = await renderForm();
  for (const text of ['1e3', '10.005', '1,000', '-5', 'ten']) {
    await amount.fill(text);
    await screen.getByLabelText('Remarks').click();
    const problem = screen.getByText('Enter a plain number with at most two decimals.');
    await expect.element(problem).toBeVisible();
  }
});

it('sends the amount to the last cent, with the account and the remarks', async () => {
  const { api, screen, amount, deposit, onDone } = await renderForm();
  api.answer(transactions.deposit, moved);
  await amount.fill(' 99999999999.07 ');
  await screen.getByLabelText('Remarks').fill('Cash at desk');
  await deposit.click();
  await expect.element(screen.getByText('Deposit successful!')).toBeVisible();
  const body = { userId: '7', amount: 99999999999.07, remarks: 'Cash at desk' };
  expect(api.callsOf(transactions.deposit)).toMatchObject([{ body }]);
  expect(onDone).toHaveBeenCalledOnce();
});

it('sends a withdrawal without the account in its body', async () => {
  const { api, screen, amount, withdraw } = await renderForm();
  api.answer(transactions.withdraw, moved);
  await amount.fill('12.5');
  await withdraw.click();
  await expect.element(screen.getByText('Withdraw successful!')).toBeVisible();
  const body = { amount: 12.5, remarks: '' };
  expect(api.callsOf(transactions.withdraw).map((call) => call.body)).toEqual([body]);
});

it('sends once when it is clicked twice', async () => {
  const { api, screen, amount, deposit } = await renderForm();
  api.answer(transactions.deposit, moved);
  await amount.fill('10');
  const button = deposit.element() as HTMLButtonElement;
  button.click();
  button.click();
  await expect.element(screen.getByText('Deposit successful!')).toBeVisible();
  const calls = api.callsOf(transactions.deposit);
  expect(calls).toHaveLength(1);
  expect(calls[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
});

it('lets neither button be pressed while money moves', async () => {
  const { api, amount, deposit, withdraw, onDone } = await renderForm();
  const { promise: letGo, resolve: answerNow } = Promise.withResolvers<typeof moved>();
  api.answerBy(transactions.deposit, () => letGo);
  await amount.fill('5');
  await deposit.click();
  await expect.element(deposit).toBeDisabled();
  await expect.element(withdraw).toBeDisabled();
  expect(onDone).not.toHaveBeenCalled();
  answerNow(moved);
  await expect.poll(() => onDone.mock.calls).toHaveLength(1);
});

it('tells by the key what became of a lost deposit, and names it', async () => {
  const { api, screen, amount, deposit, onDone } = await renderForm();
  api.lose(transactions.deposit);
  api.answer(calls.outcome, { outcome: 'done', message: 'Deposit successful!' });
  await amount.fill('10');
  await deposit.click();
  await expect.element(screen.getByText('Deposit successful!')).toBeVisible();
  await expect.element(screen.getByText('10 USD to player7', { exact: true })).toBeVisible();
  expect(onDone).toHaveBeenCalledOnce();
  expect(api.callsOf(transactions.deposit)).toHaveLength(1);
});

it('shows what the client will have', async () => {
  const { screen, amount } = await renderForm();
  await amount.fill('50.5');
  await expect.element(screen.getByText('1,285 USD')).toBeVisible();
  await expect.element(screen.getByText('1,184 USD')).toBeVisible();
});

it("puts the server's refusal under the field alone and stays open", async () => {
  const { api, screen, amount, withdraw, onDone } = await renderForm();
  const message = 'Not enough balance: 5.00 USD available.';
  api.refuse(transactions.withdraw, 400, message, { amount: message });
  await amount.fill('10');
  await withdraw.click();
  await expect.element(amount).toHaveAccessibleDescription(message);
  const said = screen.getByRole('alert');
  await expect.element(said).toHaveTextContent('ErrorWithdraw failed. Please try again.');
  await expect.element(said).not.toHaveTextContent(message);
  expect(onDone).not.toHaveBeenCalled();
});

it('does not offer a demo account to withdraw', async () => {
  const { withdraw, deposit } = await renderForm(client({ isDemo: true }));
  await expect.element(withdraw).toBeDisabled();
  await expect.element(deposit).toBeEnabled();
});
