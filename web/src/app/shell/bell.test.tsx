import type { Notification } from '@pitboss/contract/notification';
import { notifications } from '@pitboss/contract/notifications';
import { expect, it } from 'vitest';
import { setTabTitle } from '#src/lib/tab-title.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { fakeLive } from '#src/test/live.tsx';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { Bell } from './bell.tsx';

const at = new Date('2026-01-02T10:00:00Z');
const request: Notification = {
  _id: 9n,
  at,
  kind: 'request',
  isRead: false,
  facts: { userId: 5n, username: 'anna', type: 'deposit', amount: 12_050n, currency: 'INR' },
};
const win: Notification = {
  _id: 8n,
  at,
  kind: 'bigWin',
  isRead: true,
  facts: { userId: 6n, username: 'boris', round: 77n, amount: 500_000n, currency: 'INR' },
};

async function renderBell(unread: number | undefined) {
  signInAs('ADMIN');
  const api = fakeApi();
  const settings = { muted: [], hasSound: false, bigWins: [] };
  api.answer(notifications.settings, settings);
  api.answer(notifications.list, { unread: 1, data: [request, win] });
  const { tell, within } = fakeLive();
  setTabTitle('Dashboard');
  const screen = await renderScreen(within(<Bell />));
  if (unread !== undefined) tell({ unread });
  return { api, tell, screen };
}

it('is not there on a platform that tells of no notifications', async () => {
  const { screen } = await renderBell(undefined);
  expect(screen.getByRole('button').elements()).toEqual([]);
});

it('says how many wait, in its name and in the title of the tab', async () => {
  const { tell, screen } = await renderBell(3);
  await expect
    .element(screen.getByRole('button', { name: 'Notifications, 3 unread' }))
    .toBeVisible();
  expect(document.title).toBe('(3) Dashboard | ADMIN PANEL');
  tell({ unread: 0 });
  await expect
    .element(screen.getByRole('button', { name: 'Notifications', exact: true }))
    .toBeVisible();
  expect(document.title).toBe('Dashboard | ADMIN PANEL');
});

it('tells what it calls for, and what is pressed is read', async () => {
  const { api, screen } = await renderBell(1);
  await screen.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  const panel = screen.getByRole('dialog', { name: 'Notifications' });
  await expect.element(panel.getByText('Deposit request')).toBeVisible();
  await expect.element(panel.getByText('anna: 120.50 INR')).toBeVisible();
  await expect.element(panel.getByText('boris won 5,000 INR in round 77')).toBeVisible();
  // The second press comes before the first is answered.
  api.answerLate(notifications.read, () => new Promise(() => {}));
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await panel.getByRole('button', { name: /Deposit request/ }).click();
  const bodies = () => api.callsOf(notifications.read).map(({ body }) => body);
  await expect.poll(bodies).toEqual([{ upTo: '9' }, { ids: ['9'] }]);
  await expect.element(panel).not.toBeInTheDocument();
});

it('asks for the list anew when a notification comes while it is open', async () => {
  const { api, tell, screen } = await renderBell(1);
  await screen.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  const panel = screen.getByRole('dialog', { name: 'Notifications' });
  await expect.element(panel.getByText('Deposit request')).toBeVisible();
  const next: Notification = {
    ...request,
    _id: 10n,
    facts: { ...request.facts, username: 'carla' },
  };
  api.answer(notifications.list, { unread: 2, data: [next, request, win] });
  tell({ notifications: [next] });
  await expect.element(panel.getByText('carla: 120.50 INR')).toBeVisible();
});
