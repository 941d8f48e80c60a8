import { type ActivityEvent, activity } from '@pitboss/contract/activity';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { ActivityScreen } from './activity-screen.tsx';

const locked: ActivityEvent = {
  _id: 12n,
  at: new Date(2026, 10, 14, 15, 4, 5),
  by: 'desk',
  actorId: 3n,
  kind: 'client',
  action: 'clients.setStatus',
  target: { kind: 'user', _id: 40n, name: 'player1', userId: 40n, since: null },
  changes: [{ field: 'status', before: 'active', after: 'locked' }],
  outcome: 'done',
  role: 'ADMIN',
  message: '',
  address: '203.0.113.7',
};

const refused: ActivityEvent = {
  ...locked,
  _id: 11n,
  actorId: null,
  by: 'somebody outside your branch',
  kind: 'request',
  action: 'cash-requests.resolve',
  target: { kind: 'cash-request', _id: 9n, name: null, userId: null, since: null },
  changes: [],
  outcome: 'refused',
  role: null,
  message: 'Not allowed.',
};

async function renderActivity(role: 'SUPER' | 'ADMIN', address: string) {
  signInAs(role);
  const api = fakeApi();
  const rows = [locked, refused];
  const counts = { recordsTotal: rows.length, recordsFiltered: rows.length };
  api.answer(activity.list, { draw: 1, data: rows, ...counts });
  const upTo = new Date(2026, 10, 14, 15, 0, 0);
  const seal = { position: 7n, at: upTo, upTo, hash: 'abcd1234' };
  api.answer(activity.seal, { seal, checkedFrom: upTo, isWhole: false, waiting: 2 });
  return { api, screen: await renderScreen(<ActivityScreen />, address) };
}

it('tells who did what to whom, and leads to both', async () => {
  const { screen } = await renderActivity('ADMIN', '/activity');
  const headers = screen.getByRole('columnheader');
  await expect
    .poll(() => headers.elements().map((header) => header.textContent))
    .toEqual(['Time', 'By', 'Action', 'On', 'Before → After', 'Result']);
  const row = screen.getByRole('row').filter({ hasText: 'player1' });
  await expect.element(row.getByText('Status: active → locked')).toBeVisible();
  await expect
    .element(row.getByRole('link', { name: 'player1' }))
    .toHaveAttribute('href', '/clients/40');
  await expect
    .element(row.getByRole('link', { name: 'desk' }))
    .toHaveAttribute('href', '/activity?by=desk');
  const other = screen.getByRole('row').filter({ hasText: 'Request 9' });
  await expect.element(other.getByText('Not allowed.')).toBeVisible();
  await expectNoViolation();
  expect(other.getByRole('link').elements()).toEqual([]);
});

it('asks for what the filters say, a name once it is written to the end', async () => {
  const { api, screen } = await renderActivity('ADMIN', '/activity?page=2');
  const asked = () => api.callsOf(activity.list).at(-1)?.body as Record<string, unknown>;
  await screen.getByLabelText('Kind').selectOptions('Requests');
  await expect.poll(asked).toMatchObject({ kind: 'request', start: 0 });
  await screen.getByLabelText('Result').selectOptions('Refused');
  await expect.poll(asked).toMatchObject({ kind: 'request', outcome: 'refused' });
  const calls = api.callsOf(activity.list).length;
  await userEvent.type(screen.getByLabelText('Which'), 'player1');
  expect(api.callsOf(activity.list)).toHaveLength(calls);
  await userEvent.keyboard('{Enter}');
  await expect.poll(asked).toMatchObject({ on: 'user', object: 'player1' });
});

it('says to SUPER, and to nobody else, that the record does not match its seals', async () => {
  const { screen } = await renderActivity('SUPER', '/activity');
  const alert = screen.getByRole('alert');
  await expect.element(alert.getByText(/does not match .* \(up to seal 7\)/)).toBeVisible();
  await expect.element(alert.getByText(/ 2 newer, not sealed yet\.$/)).toBeVisible();
  await expectNoViolation();
});

it('asks for no seal where the operator is no SUPER', async () => {
  const { api, screen } = await renderActivity('ADMIN', '/activity');
  await expect.element(screen.getByRole('link', { name: 'player1' })).toBeVisible();
  expect(api.callsOf(activity.seal)).toEqual([]);
});
