import { secondFactor } from '@pitboss/contract/second-factor';
import { expect, type Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { call } from './support/api.ts';
import { violations } from './support/axe.ts';
import { button, field, openUserMenu, toast } from './support/panel.ts';
import { makeAdmin, type Operator, openSession, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Two-factor sign-in' });

/** What an app shows, so many steps of 30 seconds from now. */
function codeOf(secret: string, steps: number): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * 30 });
}

/** Switches it on through the panel and answers with the secret and the recovery codes. */
async function enrol(page: Page) {
  await section(page).getByRole('button', { name: 'Switch on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch on two-factor sign-in' });
  const answer = page.waitForResponse('**/api/second-factor/begin');
  await button(dialog, 'Begin').click();
  const { secret } = (await (await answer).json()).data as { secret: string };
  await expect(dialog.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  expect(await violations(page, 'everything')).toEqual([]);
  await field(dialog, 'Code').fill(codeOf(secret, 0));
  await button(dialog, 'Switch on').click();
  const list = dialog.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allTextContents();
  await button(dialog, 'I have kept them').click();
  await expect(section(page)).toContainText('10 of 10 recovery codes left.');
  return { secret, codes };
}

async function logIn(page: Page, { username, password }: Operator, code: string) {
  await openUserMenu(page, username);
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await field(page, 'Username').fill(username);
  await field(page, 'Password').fill(password);
  await button(page, 'Login').click();
  await expect(field(page, 'Code')).toBeFocused();
  await field(page, 'Code').fill(code);
  await button(page, 'Login').click();
  await expect(page).toHaveURL('/dashboard');
}

test('an operator enrols, signs in with a code and a recovery code, and proves itself again', async ({
  page,
  admin,
}) => {
  await signIn(page, admin);
  await page.goto('/Common/Profile');
  const { secret, codes } = await enrol(page);
  const { username, password } = admin;
  await expect(openSession(username, password)).rejects.toThrow(
    'Enter the code of your authenticator app',
  );
  // The present one is used up; the next is taken already, and for a minute from now.
  await logIn(page, admin, codeOf(secret, 1));
  await logIn(page, admin, codes[0] ?? '');
  await page.goto('/Common/Profile');
  await expect(section(page)).toContainText('9 of 10 recovery codes left.');

  // As it answers ten minutes after the last proof; what follows is the platform's own.
  const words = 'Please confirm that it is you: show your password or a code, then try again.';
  const refusal = { status: 'error', message: words, errors: { stepUp: words } };
  let asked = 0;
  await page.route('**/api/second-factor/recovery-codes', (route) =>
    ++asked === 1 ? route.fulfill({ status: 403, json: refusal }) : route.continue(),
  );
  await button(section(page), 'New recovery codes').click();
  const dialog = page.getByRole('dialog', { name: 'New recovery codes' });
  await button(dialog, 'Make new codes').click();
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
  await expect(field(proof, 'Password')).toBeFocused();
  expect(await violations(page, 'everything')).toEqual([]);
  await field(proof, 'Password').fill('Not@12345');
  await button(proof, 'Confirm').click();
  await expect(field(proof, 'Password')).toHaveAccessibleDescription('This password is not right.');
  await field(proof, 'Password').fill(password);
  await button(proof, 'Confirm').click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await button(dialog, 'I have kept them').click();
  await expect(section(page)).toContainText('10 of 10 recovery codes left.');
  expect(asked).toBe(2);
});

test('SUPER resets the second factor of an operator, with a reason', async ({
  page,
  superUser,
}) => {
  const admin = await makeAdmin(superUser);
  const { token, username, password } = admin;
  const { secret } = await call(secondFactor.begin, { token });
  await call(secondFactor.confirm, { token, body: { code: codeOf(secret, 0) } });
  await expect(openSession(username, password)).rejects.toThrow(
    'Enter the code of your authenticator app',
  );
  await signIn(page, await openSession(superUser.username, superUser.password));
  await page.goto(`/my-account/profile/${admin._id}`);
  await button(page, 'Reset two-factor sign-in').click();
  const dialog = page.getByRole('dialog', { name: `Reset two-factor sign-in of ${username}` });
  await field(dialog, 'Reason').fill('Lost the phone');
  await button(dialog, 'Reset').click();
  await expect(toast(page, 'Success', 'Two-factor sign-in reset.')).toBeVisible();
  await expect(page.getByText('Two-factor sign-in is off.')).toBeVisible();
  await openSession(username, password);
});
