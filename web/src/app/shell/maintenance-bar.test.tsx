import { maintenance } from '@pitboss/contract/maintenance';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { MaintenanceBar } from './maintenance-bar.tsx';

it('tells of maintenance while one looks, without being taken for use', async () => {
  signInAs('ADMIN');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const api = fakeApi();
  api.answer(maintenance.get, { isMaintenance: false });
  const screen = await renderScreen(<MaintenanceBar />);
  await expect.poll(() => api.callsOf(maintenance.get).length).toBe(1);
  expect(screen.getByRole('alert').elements()).toEqual([]);
  api.answer(maintenance.get, { isMaintenance: true });
  await vi.advanceTimersByTimeAsync(10_000);
  const words = 'Maintenance is on. No new rounds start and bets are refused.';
  await expect.element(screen.getByRole('alert')).toHaveTextContent(words);
  const marks = api.callsOf(maintenance.get).map(({ headers }) => headers.get('X-Background'));
  expect(marks).toEqual([null, 'true']);
});
