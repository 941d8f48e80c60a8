import { users } from '@pitboss/contract/users';
import { expect, it, vi } from 'vitest';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { MyProfileScreen } from './my-profile-screen.tsx';

it('says without an id that there is no profile', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const screen = await renderScreen(<MyProfileScreen />, '/my-account/profile');
  await expect.element(screen.getByText('No profile data available.')).toBeVisible();
  expect(log).toHaveBeenCalledWith('The profile page was opened without a user ID.');
  log.mockRestore();
  expect(api.callsOf(users.profile)).toEqual([]);
});
