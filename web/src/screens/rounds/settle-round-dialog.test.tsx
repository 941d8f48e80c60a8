import { calls } from '@pitboss/contract/calls';
import { rounds } from '@pitboss/contract/rounds';
import { expect, it, vi } from 'vitest';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { SettleRoundDialog } from './settle-round-dialog.tsx';

const usual = { role: 'SUPER' as 'SUPER' | 'ADMIN', roundId: 900n as bigint | undefined };

async function renderDialog({ role, roundId } = usual) {
  signInAs(role);
  const api = fakeApi();
  const onClose = vi.fn();
  const dialog = <SettleRoundDialog roundId={roundId} opened onClose={onClose} />;
  const screen = await renderScreen(dialog);
  const confirm = screen.getByRole('button', { name: 'Confirm' });
  await expect.element(confirm).toBeVisible();
  return { api, screen, confirm, onClose };
}

const done = 'Round settlement completed successfully';

it('names the round, sends once when clicked twice and says so in fixed words', async () => {
  const { api, screen, confirm, onClose } = await renderDialog();
  api.answer(rounds.settle, { round: 900n, settled: 3, refunded: 0 }, 'Settled 3 bets.');
  const question = 'Are you sure you want to settle round 900?';
  await expect.element(screen.getByText(question)).toBeVisible();
  await expectNoViolation();
  const button = confirm.element() as HTMLButtonElement;
  button.click();
  button.click();
  await expect.element(screen.getByText(done, { exact: true })).toBeVisible();
  const calls = api.callsOf(rounds.settle);
  expect(calls.map(({ body }) => body)).toEqual([{ roundId: '900' }]);
  expect(calls[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
  expect(screen.getByText('Settled 3 bets.').elements()).toEqual([]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('tells in a second toast that nothing was left', async () => {
  const { api, screen, confirm } = await renderDialog();
  const words = 'Nothing was left to settle in round 900.';
  api.answer(rounds.settle, { round: 900n, settled: 0, refunded: 0 }, words);
  await confirm.click();
  await expect.element(screen.getByText(done, { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('status').getByText(words)).toBeVisible();
});

it('asks what became of it when the answer is lost, and sends it once', async () => {
  const { api, screen, confirm, onClose } = await renderDialog();
  api.lose(rounds.settle);
  api.answer(calls.outcome, { outcome: 'done', message: '' });
  await confirm.click();
  await expect.element(screen.getByText(done, { exact: true })).toBeVisible();
  expect(api.callsOf(rounds.settle)).toHaveLength(1);
  expect(onClose).toHaveBeenCalledOnce();
});

it("shows the server's refusal in its own words", async () => {
  const { api, screen, confirm, onClose } = await renderDialog();
  api.refuse(rounds.settle, 409, 'Round 900 is still flying.');
  await confirm.click();
  await expect.element(screen.getByText('Round 900 is still flying.')).toBeVisible();
  expect(onClose).toHaveBeenCalledOnce();
});

it('takes an answer that is no success for a failure', async () => {
  const { api, screen, confirm } = await renderDialog();
  api.answerLate(rounds.settle, () => Response.json({ status: 'error' }));
  await confirm.click();
  await expect.element(screen.getByText('Failed to settle the round')).toBeVisible();
});

it.each([
  ['ADMIN', 900n, 'You do not have permission to perform this action.'],
  ['SUPER', undefined, 'Invalid Round ID'],
] as const)('refuses %s on round %s without a call', async (role, roundId, words) => {
  const { api, screen, confirm } = await renderDialog({ role, roundId });
  await confirm.click();
  await expect.element(screen.getByText(words)).toBeVisible();
  expect(api.callsOf(rounds.settle)).toEqual([]);
});
