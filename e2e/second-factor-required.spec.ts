import { security } from '@pitboss/contract/security';
import { expect } from '@playwright/test';
import { generateSync } from 'otplib';
import { call } from './support/api.ts';
import { violations } from './support/axe.ts';
import { test } from './support/own-platform.ts';
import { button, field, toast } from './support/panel.ts';
import { makeAdmin, openSession, signIn } from './support/people.ts';

test('who must have a second factor sets it up before anything else, and then goes on', async ({
  page,
  superUser,
}) => {
  const admin = await makeAdmin(superUser, { balance: 0 });
  await signIn(page, await openSession(superUser.username, superUser.password));
  await page.goto('/Common/Profile');
  await field(page, 'Require two-factor sign-in').click();
  await expect(toast(page, 'Success', 'Security settings changed.')).toBeVisible();
  const { token } = await openSession(superUser.username, superUser.password);
  expect(await call(security.get, { token })).toMatchObject({ isSecondFactorRequired: true });

  await signIn(page, admin);
  await page.goto('/users');
  const title = { name: 'Two-factor sign-in is required' };
  await expect(page.getByRole('heading', title)).toBeVisible();
  expect(await violations(page, 'everything')).toEqual([]);
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('');
  const answer = page.waitForResponse('**/api/second-factor/begin');
  await button(page, 'Begin').click();
  const { secret } = (await (await answer).json()).data as { secret: string };
  await field(page, 'Code').fill(generateSync({ secret }));
  await button(page, 'Switch on').click();
  await button(page, 'I have kept them').click();
  await expect(page).toHaveURL('/users');
  await expect(page.getByRole('heading', { name: /Clients List/ })).toBeVisible();
});
