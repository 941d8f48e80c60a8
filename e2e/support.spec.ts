import { player } from '@pitboss/contract/player';
import { expect } from '@playwright/test';
import { call } from './support/api.ts';
import { makePlayer } from './support/cashier.ts';
import { button, field, rowOf, toast } from './support/panel.ts';
import { signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('a link is added for the clients to see, edited and deleted', async ({ page, admin }) => {
  const { token } = await makePlayer(admin);
  await signIn(page, admin);
  await page.goto('/customer-support');
  await expect(page.getByRole('cell', { name: 'No Record Found...' })).toBeVisible();
  await field(page, 'Type').selectOption('calling');
  await field(page, 'Link').fill('+1 555 0100');
  await button(page, 'Save').click();
  await expect(toast(page, 'Success', 'Support added successfully')).toBeVisible();
  await expect(rowOf(page, '+1 555 0100')).toContainText(/calling/i);
  const phone = page.getByRole('link', { name: '+1 555 0100' });
  await expect(phone).toHaveAttribute('href', 'tel:+15550100');
  expect(await call(player.support, { token })).toMatchObject([
    { link: '+1 555 0100', href: 'tel:+15550100' },
  ]);

  const link = 'https://chat.example.com/desk';
  await button(rowOf(page, '+1 555 0100'), 'Edit').click();
  const dialog = page.getByRole('dialog');
  await field(dialog, 'Type').selectOption('Live Chat');
  await field(dialog, 'Link').fill(link);
  await button(dialog, 'Save Changes').click();
  await expect(toast(page, 'Success', 'Support updated successfully')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, link)).toContainText('Live Chat');

  await button(rowOf(page, link), 'Delete').click();
  await expect(dialog).toContainText(`Are you sure you want to delete ${link}?`);
  await button(dialog, 'Confirm').click();
  await expect(toast(page, 'Success', 'Support deleted successfully')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'No Record Found...' })).toBeVisible();
});
