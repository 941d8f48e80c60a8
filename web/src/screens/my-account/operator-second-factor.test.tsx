import { secondFactor } from '@pitboss/contract/second-factor';
import { users } from '@pitboss/contract/users';
import { expect, it } from 'vitest';
import { fakeApi } from '#src/test/fake-api.ts';
import { profile } from '#src/test/people.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { MyProfileScreen } from './my-profile-screen.tsx';

const admin = profile({ role: 'ADMIN', username: 'branch', hasSecondFactor: true });
const renderProfile = () => renderScreen(<MyProfileScreen />, '/my-account/profile/7');

it('is reset by SUPER with a reason', async () => {
  signInAs('SUPER');
  const api = fakeApi();
  api.answer(users.profile, admin);
  const screen = await renderProfile();
  await screen.getByRole('button', { name: 'Reset two-factor sign-in' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Reset two-factor sign-in of branch' });
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect.element(dialog.getByText('This field is required.')).toBeVisible();
  await dialog.getByLabelText('Reason').fill('Lost the phone');
  api.answer(secondFactor.reset, null);
  api.answer(users.profile, { ...admin, hasSecondFactor: false });
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect.element(screen.getByText('Two-factor sign-in is off.')).toBeVisible();
  expect(api.callsOf(secondFactor.reset).map(({ body }) => body)).toEqual([
    { userId: '7', reason: 'Lost the phone' },
  ]);
});

it('is only told to other operators, and of clients nothing is said', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(users.profile, admin);
  const screen = await renderProfile();
  await expect.element(screen.getByText('Two-factor sign-in is on.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reset two-factor sign-in' }).elements()).toEqual([]);
});
