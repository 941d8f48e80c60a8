import { type SecondFactor, secondFactor } from '@pitboss/contract/second-factor';
import { security } from '@pitboss/contract/security';
import { sessions } from '@pitboss/contract/sessions';
import { expect, it } from 'vitest';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { EnrolScreen } from './enrol-screen.tsx';
import { ProfileScreen } from './profile-screen.tsx';

const off: SecondFactor = { since: null, recoveryCodesLeft: 0, isRequired: false };
const on: SecondFactor = { ...off, since: new Date(2026, 10, 14, 9, 30), recoveryCodesLeft: 2 };
const codes = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CCCC-DDD${index + 1}`);
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const uri = `otpauth://totp/Pitboss:olga?secret=${secret}&issuer=Pitboss`;

async function renderProfile(state: SecondFactor, role: 'SUPER' | 'ADMIN' = 'ADMIN') {
  signInAs(role);
  const api = fakeApi();
  api.answer(sessions.list, []);
  api.answer(secondFactor.get, state);
  api.answer(security.get, { isSecondFactorRequired: false, isStepUpForOperators: false });
  const screen = await renderScreen(<ProfileScreen />);
  return { api, screen, section: screen.getByRole('region', { name: 'Two-factor sign-in' }) };
}

it('is switched on with a scanned secret and a first code, then shows the codes once', async () => {
  const { api, screen, section } = await renderProfile(off);
  await section.getByRole('button', { name: 'Switch on' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Switch on two-factor sign-in' });
  expect(api.callsOf(secondFactor.begin)).toEqual([]);
  api.answer(secondFactor.begin, { secret, uri });
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await expect.element(dialog.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  await expect.element(dialog.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
  api.refuse(secondFactor.confirm, 400, 'Not right.', { code: 'Not right.' });
  await dialog.getByLabelText('Code').fill('000000');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect.element(dialog.getByText('Not right.')).toBeVisible();
  api.answer(secondFactor.confirm, { recoveryCodes: codes });
  api.answer(secondFactor.get, { ...on, recoveryCodesLeft: 10 });
  await dialog.getByLabelText('Code').fill('123456');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  const list = dialog.getByRole('list', { name: 'Recovery codes' });
  await expect.poll(() => list.getByRole('listitem').elements().length).toBe(10);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect.element(section.getByText('10 of 10 recovery codes left.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.callsOf(secondFactor.confirm).map(({ body }) => body)).toEqual([
    { code: '000000' },
    { code: '123456' },
  ]);
});

it('is switched off with the password and a code', async () => {
  const { api, screen, section } = await renderProfile(on);
  await expect.element(section.getByText('On since 11/14/26, 9:30:00 AM.')).toBeVisible();
  await section.getByRole('button', { name: 'Switch off' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Switch off two-factor sign-in' });
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  expect(api.callsOf(secondFactor.off)).toEqual([]);
  await dialog.getByLabelText('Password').fill('Olga@12345');
  await dialog.getByLabelText('Code').fill('123456');
  api.answer(secondFactor.off, null);
  api.answer(secondFactor.get, off);
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect.element(section.getByRole('button', { name: 'Switch on' })).toBeVisible();
  expect(api.callsOf(secondFactor.off).map(({ body }) => body)).toEqual([
    { password: 'Olga@12345', code: '123456' },
  ]);
});

it('makes new recovery codes, after asking', async () => {
  const { api, screen, section } = await renderProfile(on);
  await section.getByRole('button', { name: 'New recovery codes' }).click();
  const dialog = screen.getByRole('dialog', { name: 'New recovery codes' });
  expect(api.callsOf(secondFactor.renewCodes)).toEqual([]);
  api.answer(secondFactor.renewCodes, { recoveryCodes: codes });
  await dialog.getByRole('button', { name: 'Make new codes' }).click();
  await expect.element(dialog.getByText(codes[9] ?? '')).toBeVisible();
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('cannot be switched off where it is required', async () => {
  const { section } = await renderProfile({ ...on, isRequired: true });
  await expect.element(section.getByText(/It is required for your account/)).toBeVisible();
  expect(section.getByRole('button', { name: 'Switch off' }).elements()).toEqual([]);
});

it('lets SUPER require it of everybody below, and nobody else', async () => {
  const { api, screen } = await renderProfile(on, 'SUPER');
  const box = screen.getByLabelText('Require two-factor sign-in');
  await expect.element(box).not.toBeChecked();
  const required = { isSecondFactorRequired: true, isStepUpForOperators: false };
  api.answer(security.set, required);
  api.answer(security.get, required);
  await box.click();
  await expect.element(box).toBeChecked();
  expect(api.callsOf(security.set).map(({ body }) => body)).toEqual([
    { isSecondFactorRequired: true },
  ]);
});

it('has no settings for operators below SUPER', async () => {
  const { section, screen } = await renderProfile(on);
  await expect.element(section.getByText(/On since/)).toBeVisible();
  expect(screen.getByText('Security of operators').elements()).toEqual([]);
});

it('is all that one reaches who must set it up first', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(secondFactor.get, { ...off, isRequired: true });
  api.answer(secondFactor.begin, { secret, uri });
  const screen = await renderScreen(<EnrolScreen />);
  const title = { name: 'Two-factor sign-in is required' };
  await expect.element(screen.getByRole('heading', title)).toBeVisible();
  await screen.getByRole('button', { name: 'Begin' }).click();
  await expect.element(screen.getByLabelText('Code')).toHaveFocus();
  await expect.element(screen.getByRole('button', { name: 'Logout' })).toBeVisible();
});
