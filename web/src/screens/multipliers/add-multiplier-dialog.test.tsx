import { type Band, multipliers } from '@pitboss/contract/multipliers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { expectNoViolation } from '#src/test/axe.ts';
import { cellsOf } from '#src/test/cells.ts';
import { answerTable, bands, factsOf } from '#src/test/multipliers.ts';
import { renderScreen } from '#src/test/render-screen.tsx';
import { MultipliersScreen } from './multipliers-screen.tsx';

async function renderTable(rows: Band[] = bands) {
  const api = answerTable(rows);
  const screen = await renderScreen(<MultipliersScreen />);
  await expect.element(screen.getByRole('img', { name: /The limit is 99 %/ })).toBeVisible();
  return { api, screen, dialog: screen.getByRole('dialog') };
}

type Rendered = Awaited<ReturnType<typeof renderTable>>;

/** Opens the form of a new band and fills in min, max and probability. */
async function fillBand({ screen, dialog }: Rendered, band: string[]) {
  await screen.getByRole('button', { name: 'Add Multiplayer' }).click();
  const labels = ['Min', 'Max', 'Probability (%)'];
  for (const [at, label] of labels.entries()) {
    await dialog.getByLabelText(label).fill(band[at] ?? '');
  }
}

/** What is said of a form that is not sent. */
function hush() {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  return log;
}

it('warns before a losing band is saved, and puts refusals under their fields', async () => {
  const rendered = await renderTable();
  const { api, dialog } = rendered;
  await fillBand(rendered, ['3.5', '50', '20']);
  const warned = (words: RegExp) =>
    expect.element(dialog.getByRole('status').getByText(words)).toBeVisible();
  await warned(/1\.01× gets back 100\.00 %\. Leave at least 1 % for rounds that end at 1\.00×/);
  await dialog.getByLabelText('Probability (%)').fill('35');
  await warned(/All bands together have 115 %, above 100 %\./);
  await dialog.getByLabelText('Min').fill('10');
  await dialog.getByLabelText('Probability (%)').fill('15');
  await warned(/Whoever always leaves at 10\.00× gets back 150\.00 %\./);
  await expect.element(dialog.getByRole('img', { name: /at most 150.00 %, at 10/ })).toBeVisible();
  const errors = { min: 'Overlaps.', max: 'Too large.', probability: 'Above the limit of 99 %.' };
  api.refuse(multipliers.add, 400, 'Not possible.', errors);
  await dialog.getByRole('button', { name: 'Add' }).click();
  const field = dialog.getByLabelText('Probability (%)');
  await expect.element(field).toHaveAccessibleDescription('Above the limit of 99 %.');
  await expect.element(dialog.getByLabelText('Min')).toHaveAccessibleDescription('Overlaps.');
  await expect.element(dialog.getByLabelText('Max')).toHaveAccessibleDescription('Too large.');
  await expectNoViolation();
  const body = { min: 10, max: 50, probability: 15 };
  expect(api.callsOf(multipliers.add).map((call) => call.body)).toEqual([body]);
});

it('refuses a comma in words, and sends nothing', async () => {
  hush();
  const rendered = await renderTable([]);
  const { api, dialog } = rendered;
  await fillBand(rendered, ['1,5', '1,000', '12,5']);
  await dialog.getByRole('button', { name: 'Add' }).click();
  const wrong = 'Enter a multiplier from 1 to 1,000,000 with at most two decimals.';
  await expect.element(dialog.getByLabelText('Min')).toHaveAccessibleDescription(wrong);
  await expect.element(dialog.getByLabelText('Max')).toHaveAccessibleDescription(wrong);
  await expect
    .element(dialog.getByLabelText('Probability (%)'))
    .toHaveAccessibleDescription(/^Enter a percentage/);
  expect(api.callsOf(multipliers.add)).toEqual([]);
});

it.each([
  ['Min', ['', '2', '60'], '1'],
  ['Max', ['1', '', '60'], '2'],
  ['Probability (%)', ['1', '2', ''], '60'],
])('sends nothing while %s is empty, and marks it', async (label, band, filled) => {
  const log = hush();
  const rendered = await renderTable([]);
  const { api, dialog } = rendered;
  await fillBand(rendered, band);
  await dialog.getByRole('button', { name: 'Add' }).click();
  const field = dialog.getByLabelText(label);
  await expect.element(field).toHaveAccessibleDescription('This field is required.');
  expect(log).toHaveBeenCalledOnce();
  expect(api.callsOf(multipliers.add)).toEqual([]);
  await field.fill(filled);
  api.answer(multipliers.add, { _id: 3n, min: 100, max: 200, probability: 600_000 });
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.callsOf(multipliers.list)).toHaveLength(2);
});

it('draws the curve of a band that loses before it is sent, and publishes none', async () => {
  const rendered = await renderTable([]);
  const { api, screen, dialog } = rendered;
  await fillBand(rendered, ['2', '50', '60']);
  const curve = dialog.getByRole('img', { name: /at most 120\.00 %, at 2\.00×/ });
  await expect.element(curve).toBeVisible();
  const words = /^Whoever always leaves at 2\.00× gets back 120\.00 %\./;
  await expect.element(dialog.getByRole('status').getByText(words)).toBeVisible();
  expect(api.callsOf(multipliers.add)).toEqual([]);
  const band = { _id: 3n, min: 200, max: 5_000, probability: 600_000 };
  api.answer(multipliers.add, band);
  api.answer(multipliers.list, [band]);
  api.answer(multipliers.table, factsOf([band]));
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.callsOf(multipliers.add)).toHaveLength(1);
  const table = screen.getByRole('table', { name: 'Multiplayer' });
  await expect.element(table.getByRole('cell', { name: '60 %' })).toBeVisible();
  await expect.element(screen.getByRole('status').getByText(words)).toBeVisible();
  const button = screen.getByRole('button', { name: 'Publish' });
  await expect.element(button).toHaveAccessibleDescription(/cannot be published/);
  await expect.element(button).toBeDisabled();
});

it('tells bands that overlap from bands that are more than the whole', async () => {
  const rendered = await renderTable([{ _id: 1n, min: 100, max: 200, probability: 700_000 }]);
  const { api, screen, dialog } = rendered;
  const status = dialog.getByRole('status');
  const isRefused = async (field: 'min' | 'probability', label: string, words: string) => {
    await expect.element(status).toHaveTextContent(words);
    api.refuse(multipliers.add, 400, words, { [field]: words });
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect.element(dialog.getByLabelText(label)).toHaveAccessibleDescription(words);
  };
  await fillBand(rendered, ['1.5', '3', '5']);
  const overlap = 'The band from 1.00× to 2.00× overlaps the band from 1.50× to 3.00×.';
  await isRefused('min', 'Min', overlap);
  await dialog.getByLabelText('Min').fill('2');
  await dialog.getByLabelText('Probability (%)').fill('31');
  const tooMuch = 'All bands together have 101 %, above 100 %.';
  await isRefused('probability', 'Probability (%)', tooMuch);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(cellsOf(screen.getByRole('table', { name: 'Multiplayer' }))).toHaveLength(2);
});
