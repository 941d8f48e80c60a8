import { type Bank, banks } from '@pitboss/contract/banks';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { BanksScreen } from './banks-screen.tsx';

const bank: Bank = {
  _id: 4n,
  bankName: 'Harbor Trust',
  accountNumber: '400500',
  accountHolderName: 'Olga',
  IBAN: 'US36400500',
  isDeleted: false,
  limits: 500,
  maxAmount: 1_000_00n,
  status: 'active',
};

async function renderBanks(rows = [bank]) {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(banks.list, { draw: 1, data: rows, recordsTotal: 1, recordsFiltered: 1 });
  const screen = await renderScreen(<BanksScreen />);
  await expect.element(screen.getByText('Harbor Trust')).toBeVisible();
  return { api, screen, dialog: screen.getByRole('dialog') };
}

it('shows the given columns', async () => {
  const { screen } = await renderBanks();
  const headers = screen.getByRole('columnheader').elements();
  expect(headers.map((header) => header.textContent)).toEqual([
    'Id',
    'IBAN',
    'Account Holder',
    'Account Number',
    'Bank Name',
    'Is Deleted',
    'Limits',
    'Max Amount',
    'Status',
    'Actions',
  ]);
});

it('adds a bank once all that is required is there, without asking for a status', async () => {
  const { api, screen, dialog } = await renderBanks();
  api.answer(banks.add, bank, 'Other words of a server');
  await screen.getByRole('button', { name: 'Add Bank' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Add Bank' })).toBeVisible();
  await expect.element(dialog.getByLabelText('Status')).not.toBeInTheDocument();
  const save = dialog.getByRole('button', { name: 'Save' });
  for (const label of ['Bank Name', 'Account Holder', 'Account Number', 'IBAN']) {
    await expect.element(save).toBeDisabled();
    await dialog.getByLabelText(label, { exact: true }).fill(`my ${label}`);
  }
  await save.click();
  await expect.element(screen.getByText('Bank added successfully.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.callsOf(banks.add)).toMatchObject([
    {
      body: {
        bankName: 'my Bank Name',
        accountHolderName: 'my Account Holder',
        accountNumber: 'my Account Number',
        IBAN: 'my IBAN',
      },
    },
  ]);
  expect(api.callsOf(banks.list)).toHaveLength(2);
});

it('sends only the fields that changed, and null for a limit taken away', async () => {
  const { api, screen, dialog } = await renderBanks();
  api.answer(banks.update, bank);
  await screen.getByRole('button', { name: 'Edit Bank' }).click();
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect.element(screen.getByRole('dialog', { name: 'Edit Bank' })).toBeVisible();
  await expect.element(dialog.getByLabelText('Bank Name')).toHaveValue('Harbor Trust');
  await expect.element(dialog.getByLabelText('Max Amount')).toHaveValue('1000');
  await expect.element(save).toBeDisabled();
  await dialog.getByLabelText('Limits').fill('');
  await dialog.getByLabelText('Max Amount').fill('1500.5');
  await dialog.getByLabelText('IBAN', { exact: true }).fill('US99');
  await dialog.getByLabelText('Status').selectOptions('Freezed');
  await save.click();
  await expect.element(screen.getByText('Bank updated successfully.')).toBeVisible();
  expect(api.callsOf(banks.update)).toMatchObject([{ path: '/api/banks/update/bank/4' }]);
  expect(api.callsOf(banks.update)[0]?.body).toEqual({
    limits: null,
    maxAmount: 1500.5,
    IBAN: 'US99',
    status: 'freezed',
  });
});

it('marks on Enter what is missing, without a message', async () => {
  const { api, screen, dialog } = await renderBanks();
  await screen.getByRole('button', { name: 'Add Bank' }).click();
  await dialog.getByLabelText('Bank Name').fill('Harbor');
  await dialog.getByLabelText('Limits').fill('many');
  await userEvent.keyboard('{Enter}');
  for (const label of ['Account Holder', 'Account Number', 'IBAN', 'Limits']) {
    await expect.element(dialog.getByLabelText(label, { exact: true })).toBeInvalid();
  }
  await expect.element(dialog.getByLabelText('Bank Name')).toBeValid();
  await expectNoViolation();
  await expect.element(dialog.getByText('This field is required.')).not.toBeInTheDocument();
  expect(api.callsOf(banks.add)).toEqual([]);
});

it('begins at the name, and marks what was left empty', async () => {
  const { screen, dialog } = await renderBanks();
  await screen.getByRole('button', { name: 'Add Bank' }).click();
  const name = dialog.getByLabelText('Bank Name');
  await expect.element(name).toHaveFocus();
  await expect.element(name).toBeValid();
  await userEvent.tab();
  await expect.element(name).toBeInvalid();
  // Enter on an invalid form marks every field, in no words.
  await userEvent.keyboard('{Enter}');
  for (const label of ['Bank Name', 'Account Holder', 'Account Number', 'IBAN']) {
    await expect.element(dialog.getByLabelText(label, { exact: true })).toBeInvalid();
  }
  await expect.element(dialog.getByText('This field is required.')).not.toBeInTheDocument();
});

it('wants two decimals at most and whole limits, and keeps a form without answer', async () => {
  const { api, screen, dialog } = await renderBanks();
  api.lose(banks.update);
  await screen.getByRole('button', { name: 'Edit Bank' }).click();
  const [amount, limits, save] = [
    dialog.getByLabelText('Max Amount'),
    dialog.getByLabelText('Limits'),
    dialog.getByRole('button', { name: 'Save' }),
  ];
  await amount.fill('12.345');
  await expect.element(save).toBeDisabled();
  await limits.fill('1.5');
  await amount.fill('12.34');
  await expect.element(limits).toBeInvalid();
  await expect.element(save).toBeDisabled();
  await limits.fill('2');
  await save.click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('ErrorError while saving bank details.');
  await expect.element(amount).toHaveValue('12.34');
});

it('says in the given words that it failed, and why under the field', async () => {
  const { api, screen, dialog } = await renderBanks();
  api.refuse(banks.update, 400, 'Invalid.', { IBAN: 'This IBAN is taken.' });
  await screen.getByRole('button', { name: 'Edit Bank' }).click();
  await dialog.getByLabelText('IBAN', { exact: true }).fill('US1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Error while saving bank details.')).toBeVisible();
  await expect.element(screen.getByText('Invalid.', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText('This IBAN is taken.')).toBeVisible();
  await expectNoViolation();
});

it('marks a bank as deleted after asking, and brings a deleted one back', async () => {
  const { api, screen, dialog } = await renderBanks();
  const deleted = { ...bank, isDeleted: true };
  api.answer(banks.update, deleted);
  api.answer(banks.list, { draw: 1, data: [deleted], recordsTotal: 1, recordsFiltered: 1 });
  await screen.getByRole('button', { name: 'Delete Bank' }).click();
  const question = 'Are you sure you want to delete Harbor Trust, account 400500?';
  await expect.element(dialog.getByText(question)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.callsOf(banks.update)).toEqual([]);
  await screen.getByRole('button', { name: 'Delete Bank' }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await screen.getByRole('button', { name: 'Restore Bank' }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect
    .poll(() => api.callsOf(banks.update).map(({ body }) => body))
    .toEqual([{ isDeleted: true }, { isDeleted: false }]);
});
