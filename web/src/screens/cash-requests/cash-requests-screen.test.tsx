import { calls } from '@pitboss/contract/calls';
import { type CashRequest, cashRequests } from '@pitboss/contract/cash-requests';
import { history } from '@pitboss/contract/history';
import { users } from '@pitboss/contract/users';
import { expect, it } from 'vitest';
import { dayEnd, dayStart, defaultRange } from '#src/lib/dates.ts';
import { expectNoViolation } from '#src/test/axe.ts';
import { cashPage, cashRequest } from '#src/test/cash.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { operatorWallet } from '#src/test/people.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { CashRequestsScreen } from './cash-requests-screen.tsx';

const second = cashRequest({ _id: 30n, user: { _id: 8n, username: 'player8' } });

async function renderRequests(rows: CashRequest[] = [cashRequest(), second], address = '/') {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(users.balance, operatorWallet);
  api.answer(cashRequests.list, cashPage(rows));
  const screen = await renderScreen(<CashRequestsScreen />, address);
  await expect.element(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  const statusOf = (id: bigint) =>
    screen.getByRole('combobox', { name: `Status of request ${id}` });
  return { api, screen, statusOf };
}

type Api = ReturnType<typeof fakeApi>;
const lists = (api: Api) => api.callsOf(cashRequests.list);
const decisions = (api: Api) => api.callsOf(cashRequests.resolve);

function answerDecision(api: Api, status: CashRequest['status']) {
  api.answer(cashRequests.resolve, cashRequest({ status }), `Request 31 is now ${status}.`);
}

it('shows the given columns, from yesterday to the end of today', async () => {
  const { api, screen } = await renderRequests();
  const headers = screen.getByRole('columnheader').elements();
  const words = ['Id', 'Date', 'Username', 'Amount', 'Type', 'Receipt', 'Status', 'Actions'];
  expect(headers.map((header) => header.textContent)).toEqual(words);
  const { startDay, endDay } = defaultRange();
  expect(lists(api)[0]?.body).toMatchObject({
    startDate: dayStart(startDay).toISOString(),
    endDate: dayEnd(endDay).toISOString(),
    type: 'all',
    status: 'all',
    order: [{ column: 0, dir: 'desc' }],
  });
});

it('sends what the filters say, and keeps it in the address', async () => {
  const { api, screen } = await renderRequests(undefined, '/?startDay=2026-11-01&page=1');
  await screen.getByLabelText('Type', { exact: true }).selectOptions('Withdraw');
  await screen.getByLabelText('Status', { exact: true }).selectOptions('Cancelled');
  await expect.poll(screen.search).toBe('?startDay=2026-11-01&type=withdraw&status=cancelled');
  await expect
    .poll(() => lists(api).at(-1)?.body)
    .toMatchObject({
      startDate: dayStart('2026-11-01').toISOString(),
      type: 'withdraw',
      status: 'cancelled',
    });
});

it('says what waits and shows all of it when that is pressed', async () => {
  const { api, screen } = await renderRequests(undefined, '/?type=deposit');
  const card = screen.getByRole('button', { name: /^3 pending in INR/ });
  await expect.element(card.getByText('5,000')).toBeVisible();
  await expect.element(card.getByText('12.50')).toBeVisible();
  await card.click();
  await expect
    .poll(() => lists(api).at(-1)?.body)
    .toMatchObject({
      type: 'all',
      status: 'pending',
      startDate: dayStart('2000-01-01').toISOString(),
    });
  await expect.element(card).toHaveAttribute('aria-pressed', 'true');
});

it('asks before success in the given words, and Cancel sends nothing', async () => {
  const { api, screen, statusOf } = await renderRequests();
  await statusOf(31n).selectOptions('Success');
  const dialog = screen.getByRole('dialog', { name: 'Confirm Success' });
  const question =
    'Are you sure you want to update the status to success? Once done, this cannot be undone.';
  await expect.element(dialog.getByText(question)).toBeVisible();
  for (const words of ['player7', '1,234.50 INR', 'Deposit']) {
    await expect.element(dialog.getByText(words, { exact: true })).toBeVisible();
  }
  await expectNoViolation();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(statusOf(31n)).toHaveValue('pending');
  expect(decisions(api)).toEqual([]);
});

it('confirms with a note and a key, says what the server said, and goes on to the next', async () => {
  const { api, screen, statusOf } = await renderRequests();
  answerDecision(api, 'success');
  api.answer(cashRequests.list, cashPage([cashRequest({ status: 'success' }), second]));
  await statusOf(31n).selectOptions('Success');
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Note').fill(' seen on the account ');
  await dialog.getByRole('button', { name: 'Confirm · Credit 1,234.50 INR' }).click();
  await expect.element(screen.getByText('Request 31 is now success.')).toBeVisible();
  const [sent] = decisions(api);
  expect(sent?.body).toEqual({ reqId: '31', status: 'success', note: 'seen on the account' });
  expect(sent?.headers.get('Idempotency-Key')).toHaveLength(32);
  await expect.element(statusOf(31n)).toBeDisabled();
  await expect.element(screen.getByRole('row', { name: /player8/ })).toHaveFocus();
});

it('sends failed without asking, and takes it back on demand', async () => {
  const { api, screen, statusOf } = await renderRequests();
  answerDecision(api, 'failed');
  await statusOf(31n).selectOptions('Failed');
  const said = screen.getByRole('region', { name: 'Notifications' }).getByRole('alert').first();
  await expect.element(said.getByText('Request 31 is now failed.')).toBeVisible();
  expect(decisions(api)).toMatchObject([{ body: { reqId: '31', status: 'failed' } }]);
  // Green is for what succeeded.
  await expect.element(said).toHaveAttribute('data-kind', 'warning');
  api.refuse(cashRequests.resolve, 409, 'This request is already success.');
  await said.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('This request is already success.')).toBeVisible();
  expect(decisions(api).at(-1)?.body).toEqual({ reqId: '31', status: 'pending' });
});

it('offers the usual reasons, which fill the field', async () => {
  const { api, screen } = await renderRequests();
  answerDecision(api, 'failed');
  await screen.getByRole('button', { name: 'Reject' }).first().click();
  const dialog = screen.getByRole('dialog', { name: 'Confirm Failed' });
  await expect.element(dialog.getByRole('button', { name: 'Reject' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Payment not received' }).click();
  await expect.element(dialog.getByLabelText('Reason')).toHaveValue('Payment not received');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect
    .poll(() => decisions(api).at(-1)?.body)
    .toMatchObject({ status: 'failed', note: 'Payment not received' });
});

it('keeps a reason of one’s own beside the status', async () => {
  const { api, screen } = await renderRequests();
  answerDecision(api, 'failed');
  await screen.getByRole('button', { name: 'Reject' }).first().click();
  const dialog = screen.getByRole('dialog', { name: 'Confirm Failed' });
  const note = 'The receipt is of another day.';
  await dialog.getByLabelText('Reason').fill(note);
  api.answer(cashRequests.list, cashPage([cashRequest({ status: 'failed', note }), second]));
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole('cell', { name: `Failed ${note}` })).toBeVisible();
  expect(decisions(api)).toMatchObject([{ body: { reqId: '31', status: 'failed', note } }]);
});

it('says that an answer was lost, asks what became of it and shows that in the row', async () => {
  const { api, screen, statusOf } = await renderRequests();
  api.lose(cashRequests.resolve);
  api.answer(calls.outcome, { outcome: 'done', message: 'Request 31 is now success.' });
  await statusOf(31n).selectOptions('Success');
  const dialog = screen.getByRole('dialog', { name: 'Confirm Success' });
  api.answer(cashRequests.list, cashPage([cashRequest({ status: 'success' }), second]));
  await dialog.getByRole('button', { name: 'Confirm · Credit 1,234.50 INR' }).click();
  const warned = screen.getByRole('region', { name: 'Notifications' }).getByRole('alert');
  const words = 'WarningWe could not see whether this was done';
  await expect.element(warned).toMatchTextContent(words);
  await expect.element(screen.getByText('Request 31 is now success.')).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: 'Success', exact: true })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(decisions(api)).toHaveLength(1);
});

it('asks what became of a decision whose answer was lost, and reads the list again', async () => {
  const { api, screen, statusOf } = await renderRequests();
  api.lose(cashRequests.resolve);
  api.answer(calls.outcome, { outcome: 'done', message: 'Request 31 is now failed.' });
  api.answer(cashRequests.list, cashPage([cashRequest({ status: 'failed' }), second]));
  await statusOf(31n).selectOptions('Failed');
  await expect.element(screen.getByText('Request 31 is now failed.')).toBeVisible();
  await expect.element(statusOf(31n)).toHaveValue('failed');
  expect(decisions(api)).toHaveLength(1);
});

it('reads the list again when somebody else was first', async () => {
  const { api, screen, statusOf } = await renderRequests();
  api.refuse(cashRequests.resolve, 409, 'This request is already failed.');
  api.answer(cashRequests.list, cashPage([cashRequest({ status: 'failed' }), second]));
  await statusOf(31n).selectOptions('Failed');
  await expect.element(screen.getByText('This request is already failed.')).toBeVisible();
  await expect.element(statusOf(31n)).toHaveValue('failed');
});

it('lets nobody change what is final, and says each status in a word', async () => {
  const { screen, statusOf } = await renderRequests([
    cashRequest({ status: 'success' }),
    cashRequest({ _id: 32n, status: 'cancelled' }),
    cashRequest({ _id: 33n, status: 'failed', note: 'No such payment' }),
  ]);
  await expect.element(statusOf(31n)).toBeDisabled();
  await expect.element(statusOf(32n)).toBeDisabled();
  await expect.element(statusOf(33n)).toBeEnabled();
  await expect.element(screen.getByRole('cell', { name: 'Success', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: 'Failed No such payment' })).toBeVisible();
});

it.each([
  ['there is none', null],
  ['it cannot be loaded', 'data:image/png;,x'],
])('says that no image was found where %s', async (_, receiptUrl) => {
  const { screen } = await renderRequests([cashRequest({ receiptUrl })]);
  await screen.getByRole('button', { name: 'Receipt', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'Receipt' });
  await expect.element(dialog.getByText('No image found')).toBeVisible();
  await expectNoViolation();
});

it('shows the history of a request, whatever has become of it', async () => {
  const { api, screen } = await renderRequests([cashRequest({ status: 'success' })]);
  api.answer(history.cashRequest, { draw: 1, data: [], recordsTotal: 0, recordsFiltered: 0 });
  await screen.getByRole('button', { name: 'History', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'History' });
  await expect.element(dialog.getByText('Deposit request of player7')).toBeVisible();
  await expect.element(dialog.getByText('Nothing has happened yet.')).toBeVisible();
  const path = '/api/banking/users/request/history/31';
  expect(api.callsOf(history.cashRequest)).toMatchObject([{ path }]);
});
