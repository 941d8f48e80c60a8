import { type DeletedUser, users } from '@pitboss/contract/users';
import { expect, it } from 'vitest';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { DeletedUsersScreen } from './deleted-users-screen.tsx';

function gone(id: number): DeletedUser {
  const deletedAt = new Date('2026-11-14T10:00:00Z');
  const isDemo = id % 2 === 0;
  return { _id: BigInt(id), username: `gone${id}`, name: 'Gone', role: 'USER', isDemo, deletedAt };
}

async function renderDeleted(address: string, rows: DeletedUser[]) {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(users.listDeleted, rows);
  return { api, screen: await renderScreen(<DeletedUsersScreen />, address) };
}

function toastIn(screen: Awaited<ReturnType<typeof renderScreen>>) {
  return screen.getByRole('region', { name: 'Notifications' }).getByRole('alert');
}

it('pages and searches in the browser what came as one list', async () => {
  const rows = Array.from({ length: 12 }, (_, index) => gone(index + 1));
  const { api, screen } = await renderDeleted('/?page=2', rows);
  await expect.element(screen.getByText('Showing 11 to 12 of 12 entries')).toBeVisible();
  await screen.getByLabelText('Search').fill('GONE1');
  await expect.element(screen.getByText('Showing 1 to 4 of 4 entries')).toBeVisible();
  expect(api.callsOf(users.listDeleted)).toHaveLength(1);
});

it('has its columns and says Yes of a demo account', async () => {
  const { screen } = await renderDeleted('/', [gone(4)]);
  await expect.element(screen.getByRole('cell').nth(4)).toHaveTextContent('Yes');
  await expectNoViolation();
  const headers = screen.getByRole('columnheader').elements();
  expect(headers.map((header) => header.textContent)).toEqual([
    'ID',
    'Username',
    'Name',
    'Role',
    'IsDemo',
    'Restore',
    'Balance',
  ]);
});

it('restores the one whose button was pressed', async () => {
  const { api, screen } = await renderDeleted('/', [gone(3), gone(4)]);
  api.answer(users.restore, null);
  const button = screen.getByRole('button', { name: 'Restore' }).nth(1);
  await expect.element(button).toHaveAccessibleDescription('gone4');
  await button.click();
  await expect.element(screen.getByText('User restored successfully!')).toBeVisible();
  expect(api.callsOf(users.restore)).toMatchObject([{ path: '/api/users/restore/4' }]);
  await expect.poll(() => api.callsOf(users.listDeleted).length).toBe(2);
});

it('restores another while the first is on its way, and each once', async () => {
  const { api, screen } = await renderDeleted('/', [gone(3), gone(4)]);
  const answer = Promise.withResolvers<null>();
  api.answerBy(users.restore, () => answer.promise);
  const buttons = screen.getByRole('button', { name: 'Restore' });
  for (const n of [0, 1]) {
    await buttons.nth(n).click();
    await expect.element(buttons.nth(n)).toBeDisabled();
  }
  answer.resolve(null);
  await expect.poll(() => api.callsOf(users.listDeleted).length).toBeGreaterThan(1);
  const paths = api.callsOf(users.restore).map(({ path }) => path);
  expect(paths).toEqual(['/api/users/restore/3', '/api/users/restore/4']);
});

it('says that restoring failed when no answer comes, and keeps the row', async () => {
  const { api, screen } = await renderDeleted('/', [gone(3)]);
  api.lose(users.restore);
  await screen.getByRole('button', { name: 'Restore' }).click();
  await expect.element(toastIn(screen)).toHaveTextContent('ErrorError restoring user');
  await expect.element(screen.getByRole('cell', { name: 'gone3', exact: true })).toBeVisible();
});

it('says so when nobody is deleted', async () => {
  const { screen } = await renderDeleted('/', []);
  const words = 'No matching records found';
  await expect.element(screen.getByRole('cell', { name: words })).toBeVisible();
});

it('says so when the list cannot be read', async () => {
  signInAs('ADMIN');
  fakeApi().refuse(users.listDeleted, 403);
  const screen = await renderScreen(<DeletedUsersScreen />);
  await expect.element(toastIn(screen)).toHaveTextContent('ErrorError fetching deleted users');
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expectNoViolation();
});
