import { type Band, multipliers } from '@pitboss/contract/multipliers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { MultipliersScreen } from './multipliers-screen.tsx';

const bands: Band[] = [
  { _id: 1n, min: 100, max: 200, probability: 500_000 },
  { _id: 2n, min: 200, max: 350, probability: 300_000 },
];

async function renderTable(rows: Band[] = bands) {
  signInAs('SUPER');
  const api = fakeApi();
  api.answer(multipliers.list, rows);
  const createdAt = new Date(2026, 10, 14, 15, 4, 5);
  api.answer(multipliers.table, { version: 4n, hash: 'ab', createdAt, rtpLimit: 990_000 });
  const screen = await renderScreen(<MultipliersScreen />);
  await expect.element(screen.getByRole('img', { name: /The limit is 99 %/ })).toBeVisible();
  return { api, screen, dialog: screen.getByRole('dialog') };
}

it('shows the table, what it returns and what its columns do not say', async () => {
  const { screen } = await renderTable();
  const rows = screen.getByRole('table').getByRole('row').elements();
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Min', 'Max', 'Probability', 'Actions'],
    ['1.00×', '2.00×', '50 %', ''],
    ['2.00×', '3.50×', '30 %', ''],
  ]);
  const label = 'Return to players by target: at most 80.00 %, at 1.00×. The limit is 99 %.';
  await expect.element(screen.getByRole('img', { name: label })).toBeVisible();
  for (const words of [
    'Version 4, in use since 11/14/26, 3:04:05 PM.',
    'An empty table means the built-in one: 97 % at every target.',
    'What is missing to 100 % crashes at 1.00×. Now that is 20 %.',
    'A change counts from the next round.',
  ]) {
    await expect.element(screen.getByText(words)).toBeVisible();
  }
});

it('warns before a losing band is saved, and puts refusals under their fields', async () => {
  const { api, screen, dialog } = await renderTable();
  await screen.getByRole('button', { name: 'Add Multiplayer' }).click();
  await dialog.getByLabelText('Min').fill('3.5');
  await dialog.getByLabelText('Max').fill('50');
  await dialog.getByLabelText('Probability (%)').fill('20');
  await expect
    .element(dialog.getByText('At 3.50× players would get back 70.00 %'))
    .not.toBeInTheDocument();
  await dialog.getByLabelText('Probability (%)').fill('35');
  const warnings = dialog.getByRole('status').getByRole('paragraph');
  await expect.element(warnings).toHaveTextContent('All bands together have 115 %, above 100 %.');
  await dialog.getByLabelText('Min').fill('10');
  await dialog.getByLabelText('Probability (%)').fill('15');
  await expect.element(warnings).toHaveTextContent('At 10.00× players would get back 150.00 %');
  await expect.element(dialog.getByRole('img', { name: /at most 150.00 %, at 10/ })).toBeVisible();
  const errors = { min: 'Overlaps.', max: 'Too large.', probability: 'Above the limit of 99 %.' };
  api.refuse(multipliers.add, 400, 'Not possible.', errors);
  await dialog.getByRole('button', { name: 'Add' }).click();
  const field = dialog.getByLabelText('Probability (%)');
  await expect.element(field).toHaveAccessibleDescription('Above the limit of 99 %.');
  await expect.element(dialog.getByLabelText('Min')).toHaveAccessibleDescription('Overlaps.');
  await expect.element(dialog.getByLabelText('Max')).toHaveAccessibleDescription('Too large.');
  const body = { min: 10, max: 50, probability: 15 };
  expect(api.callsOf(multipliers.add).map((call) => call.body)).toEqual([body]);
});

it('sends nothing while a field is empty, and marks it', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  const { api, screen, dialog } = await renderTable([]);
  await screen.getByRole('button', { name: 'Add Multiplayer' }).click();
  await dialog.getByLabelText('Min').fill('1');
  await dialog.getByLabelText('Max').fill('2');
  await dialog.getByRole('button', { name: 'Add' }).click();
  const field = dialog.getByLabelText('Probability (%)');
  await expect.element(field).toHaveAccessibleDescription('This field is required.');
  expect(log).toHaveBeenCalledOnce();
  expect(api.callsOf(multipliers.add)).toEqual([]);
  await field.fill('60');
  api.answer(multipliers.add, { _id: 3n, min: 100, max: 200, probability: 600_000 });
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.callsOf(multipliers.list)).toHaveLength(2);
});

it('deletes a band after asking', async () => {
  const { api, screen, dialog } = await renderTable();
  api.answer(multipliers.remove, null);
  await screen.getByRole('button', { name: 'Delete' }).nth(1).click();
  const question = 'Are you sure you want to delete the band from 2.00× to 3.50×?';
  await expect.element(dialog.getByText(question)).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const [call] = api.callsOf(multipliers.remove);
  expect(call?.path).toBe('/api/multiplier/delete/2');
});

it('asks for nothing where somebody else than SUPER comes by', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  signInAs('ADMIN');
  const api = fakeApi();
  const screen = await renderScreen(<MultipliersScreen />);
  const words = 'Only SUPER may see and change this table.';
  await expect.element(screen.getByText(words)).toBeVisible();
  expect(log.mock.calls.flat().join()).toContain('Unauthorized');
  expect(api.callsOf(multipliers.list)).toEqual([]);
});
