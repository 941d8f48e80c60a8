import { banks } from '@pitboss/contract/banks';
import { player } from '@pitboss/contract/player';
import { expect } from '@playwright/test';
import { call } from './support/api.ts';
import { addBank, makePlayer } from './support/cashier.ts';
import { button, field, rowOf, toast } from './support/panel.ts';
import { freshName, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const required = ['Bank Name', 'Account Holder', 'Account Number', 'IBAN'];

test('a bank is added once everything required is there', async ({ page, admin }) => {
  const bankName = freshName('Bank');
  await signIn(page, admin);
  await page.goto('/banks');
  await expect(page.getByRole('cell', { name: 'No matching records found' })).toBeVisible();
  await button(page, 'Add Bank').click();
  const dialog = page.getByRole('dialog', { name: 'Add Bank' });
  await expect(field(dialog, 'Bank Name')).toBeFocused();
  await expect(field(dialog, 'Status')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(field(dialog, 'Bank Name')).toHaveAttribute('aria-invalid', 'true');
  // Enter on an invalid form marks every field, in no words.
  await page.keyboard.press('Enter');
  for (const label of required) {
    await expect(field(dialog, label)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(dialog.getByText('This field is required.')).toHaveCount(0);
  for (const label of required) {
    await expect(button(dialog, 'Save')).toBeDisabled();
    await field(dialog, label).fill(label === 'Bank Name' ? bankName : `my ${label}`);
  }
  await field(dialog, 'Max Amount').fill('1500.50');
  await field(dialog, 'Limits').fill('25');
  await button(dialog, 'Save').click();
  await expect(toast(page, 'Success', 'Bank added successfully.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, bankName).getByRole('cell')).toHaveText([
    /^\d+$/,
    'my IBAN',
    'my Account Holder',
    'my Account Number',
    bankName,
    'No',
    '25',
    '1,500.50',
    'Active',
    '',
  ]);
});

test('editing sends only what changed, and has the status', async ({ page, admin }) => {
  const { _id: id, bankName } = await addBank(admin, { limits: 5, maxAmount: 100 });
  await signIn(page, admin);
  await page.goto('/banks');
  await button(rowOf(page, id), 'Edit Bank').click();
  const dialog = page.getByRole('dialog', { name: 'Edit Bank' });
  await expect(field(dialog, 'Bank Name')).toHaveValue(bankName);
  await expect(field(dialog, 'Max Amount')).toHaveValue('100');
  await expect(button(dialog, 'Save')).toBeDisabled();
  await field(dialog, 'Status').selectOption('Freezed');
  await field(dialog, 'Limits').fill('');
  await field(dialog, 'IBAN').fill('US99');
  const request = page.waitForRequest(`**/api/banks/update/bank/${id}`);
  await button(dialog, 'Save').click();
  expect((await request).postDataJSON()).toEqual({ status: 'freezed', limits: null, IBAN: 'US99' });
  await expect(toast(page, 'Success', 'Bank updated successfully.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, id)).toContainText('Freezed');
  await expect(rowOf(page, id).getByRole('cell').nth(6)).toHaveText('-');
});

test('a bank is marked deleted and brought back', async ({ page, admin }) => {
  const { _id: id, bankName } = await addBank(admin, { accountNumber: '778899' });
  const { token } = await makePlayer(admin);
  const offered = async () => (await call(player.banks, { token })).length;
  await signIn(page, admin);
  await page.goto('/banks');
  const isDeleted = rowOf(page, id).getByRole('cell').nth(5);
  await expect(isDeleted).toHaveText('No');
  await button(rowOf(page, id), 'Delete Bank').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    `Are you sure you want to delete ${bankName}, account 778899?`,
  );
  await button(dialog, 'Cancel').click();
  await expect(dialog).toHaveCount(0);
  expect(await offered()).toBe(1);
  await button(rowOf(page, id), 'Delete Bank').click();
  await button(dialog, 'Confirm').click();
  await expect(toast(page, 'Success', 'Bank updated successfully.')).toBeVisible();
  await expect(isDeleted).toHaveText('Yes');
  expect(await offered()).toBe(0);
  await button(rowOf(page, id), 'Restore Bank').click();
  await button(dialog, 'Confirm').click();
  await expect(isDeleted).toHaveText('No');
  expect(await offered()).toBe(1);
});

test('a refusal has the given words and keeps the form', async ({ page, admin }) => {
  const { _id: id } = await addBank(admin);
  await page.route('**/api/banks/update/bank/*', (route) => route.abort());
  await signIn(page, admin);
  await page.goto('/banks');
  await button(rowOf(page, id), 'Edit Bank').click();
  const dialog = page.getByRole('dialog', { name: 'Edit Bank' });
  await field(dialog, 'Max Amount').fill('12.345');
  await field(dialog, 'Limits').fill('1.5');
  await expect(button(dialog, 'Save')).toBeDisabled();
  await field(dialog, 'Max Amount').fill('12.34');
  await expect(field(dialog, 'Limits')).toHaveAttribute('aria-invalid', 'true');
  await field(dialog, 'Limits').fill('2');
  await button(dialog, 'Save').click();
  await expect(toast(page, 'Error', 'Error while saving bank details.')).toBeVisible();
  await expect(field(dialog, 'Max Amount')).toHaveValue('12.34');
});

test("an operator sees no one else's banks", async ({ page, admin, superUser }) => {
  const own = await addBank(admin);
  const other = await addBank(superUser);
  await signIn(page, admin);
  await page.goto('/banks');
  await expect(rowOf(page, own._id)).toBeVisible();
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
  const change = { token: admin.token, params: { id: other._id }, body: { limits: 1 } };
  await expect(call(banks.update, change)).rejects.toThrow('404');
});
