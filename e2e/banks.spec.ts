import { banks } from '@pitboss/contract/banks';
import { player } from '@pitboss/contract/player';
import { expect } from '@playwright/test';
import { call } from './support/api.ts';
import { addBank, makePlayer } from './support/cashier.ts';
import { button, field, rowOf, toast } from './support/panel.ts';
import { freshName, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('a bank is added and then edited', async ({ page, admin }) => {
  const bankName = freshName('Bank');
  await signIn(page, admin);
  await page.goto('/banks');
  await expect(page.getByRole('cell', { name: 'No matching records found' })).toBeVisible();
  await button(page, 'Add Bank').click();
  const dialog = page.getByRole('dialog');
  await field(dialog, 'Bank Name').fill(bankName);
  for (const label of ['Account Holder', 'Account Number', 'IBAN']) {
    await field(dialog, label).fill(`my ${label}`);
  }
  await field(dialog, 'Max Amount').fill('1500.50');
  await field(dialog, 'Limits').fill('25');
  await button(dialog, 'Save').click();
  await expect(toast(page, 'Success', 'Bank added successfully.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const cells = rowOf(page, bankName).getByRole('cell');
  await expect(cells).toHaveText([
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

  await button(rowOf(page, bankName), 'Edit Bank').click();
  await field(dialog, 'Status').selectOption('Freezed');
  await field(dialog, 'Limits').fill('');
  await field(dialog, 'IBAN').fill('US99');
  await button(dialog, 'Save').click();
  await expect(toast(page, 'Success', 'Bank updated successfully.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(cells).toHaveText([
    /^\d+$/,
    'US99',
    'my Account Holder',
    'my Account Number',
    bankName,
    'No',
    '-',
    '1,500.50',
    'Freezed',
    '',
  ]);
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
  expect(await offered()).toBe(1);
  await button(dialog, 'Confirm').click();
  await expect(toast(page, 'Success', 'Bank updated successfully.')).toBeVisible();
  await expect(isDeleted).toHaveText('Yes');
  expect(await offered()).toBe(0);
  await button(rowOf(page, id), 'Restore Bank').click();
  await button(dialog, 'Confirm').click();
  await expect(isDeleted).toHaveText('No');
  expect(await offered()).toBe(1);
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
