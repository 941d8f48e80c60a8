import { player } from '@pitboss/contract/player';
import { support } from '@pitboss/contract/support';
import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { makePlayer } from './support/cashier.ts';
import { button, field, rowOf, toast } from './support/panel.ts';
import { type Operator, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const link = 'https://wa.me/15550100';

async function openSupport(page: Page, operator: Operator) {
  await signIn(page, operator);
  await page.goto('/customer-support');
}

function addSupport(operator: Operator) {
  return call(support.add, { token: operator.token, body: { type: 'whatsapp', link } });
}

test('a link is added for the clients to see', async ({ page, admin }) => {
  const { token } = await makePlayer(admin);
  await openSupport(page, admin);
  await expect(page.getByRole('cell', { name: 'No Record Found...' })).toBeVisible();
  await expect(field(page, 'Type')).toHaveValue('whatsapp');
  await expect(field(page, 'Type').getByRole('option')).toHaveText([
    'whatsapp',
    'telegram',
    'calling',
    'mobile',
    'facebook',
    'instagram',
  ]);
  await expect(button(page, 'Save')).toBeDisabled();
  await field(page, 'Link').fill('somewhere');
  await field(page, 'Link').blur();
  await expect(field(page, 'Link')).toHaveAccessibleDescription('Valid URL is required.');
  await expect(button(page, 'Save')).toBeDisabled();
  await field(page, 'Type').selectOption('calling');
  await field(page, 'Link').fill('+1 555 0100');
  await button(page, 'Save').click();
  await expect(toast(page, 'Success', 'Support added successfully')).toBeVisible();
  await expect(rowOf(page, '+1 555 0100')).toContainText(/calling/i);
  const phone = page.getByRole('link', { name: '+1 555 0100' });
  await expect(phone).toHaveAttribute('href', 'tel:+15550100');
  await expect(field(page, 'Link')).toHaveValue('');
  await expect(field(page, 'Type')).toHaveValue('whatsapp');
  expect(await call(player.support, { token })).toMatchObject([
    { link: '+1 555 0100', href: 'tel:+15550100' },
  ]);
});

test('a link is edited', async ({ page, admin }) => {
  await addSupport(admin);
  await openSupport(page, admin);
  await button(rowOf(page, link), 'Edit').click();
  const dialog = page.getByRole('dialog', { name: 'Edit Customer Support' });
  await expect(field(dialog, 'Link')).toHaveValue(link);
  await expect(field(dialog, 'Type').getByRole('option')).toHaveText([
    'Whatsapp',
    'Telegram',
    'Live Chat',
  ]);
  await field(dialog, 'Link').fill('javascript:alert(1)');
  await field(dialog, 'Link').blur();
  await expect(dialog.getByText('Valid URL is required.')).toBeVisible();
  await expect(button(dialog, 'Save Changes')).toBeDisabled();
  await field(dialog, 'Type').selectOption('Live Chat');
  await field(dialog, 'Link').fill('https://chat.example.com/desk');
  await button(dialog, 'Save Changes').click();
  await expect(toast(page, 'Success', 'Support updated successfully')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, 'https://chat.example.com/desk')).toContainText('Live Chat');
});

test('a link is deleted after a question', async ({ page, admin }) => {
  await addSupport(admin);
  await openSupport(page, admin);
  const dialog = page.getByRole('dialog');
  await button(rowOf(page, link), 'Delete').click();
  await expect(dialog).toContainText(`Are you sure you want to delete ${link}?`);
  await button(dialog, 'Cancel').click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, link)).toBeVisible();
  await button(rowOf(page, link), 'Delete').click();
  await button(dialog, 'Confirm').click();
  await expect(toast(page, 'Success', 'Support deleted successfully')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'No Record Found...' })).toBeVisible();
});

test('each failure has its words when no answer comes', async ({ page, admin }) => {
  await addSupport(admin);
  await page.route(/customersupport\/(add|update|delete)/, (route) => route.abort());
  await openSupport(page, admin);
  const failed = toast(page, 'Error', 'Failed to update support');
  await field(page, 'Link').fill('https://t.me/desk');
  await button(page, 'Save').click();
  await failed.click();
  await expect(failed).toHaveCount(0);
  await expect(field(page, 'Link')).toHaveValue('https://t.me/desk');
  await button(rowOf(page, link), 'Edit').click();
  const dialog = page.getByRole('dialog');
  await button(dialog, 'Save Changes').click();
  await expect(failed).toBeVisible();
  await button(dialog, 'Cancel').click();
  await expect(dialog).toHaveCount(0);
  await button(rowOf(page, link), 'Delete').click();
  await button(dialog, 'Confirm').click();
  await expect(toast(page, 'Error', 'Failed to delete support')).toBeVisible();
  await expect(rowOf(page, link)).toBeVisible();
});
