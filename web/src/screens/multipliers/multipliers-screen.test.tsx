import type { ResultOf } from '@pitboss/contract/endpoint';
import { type Band, multipliers, type Version } from '@pitboss/contract/multipliers';
import { tableHash } from '@pitboss/engine/table-hash';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Locator } from 'vitest/browser';
import { engineTable } from '#src/lib/engine-table.ts';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { drawn } from '#src/test/frames.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { MultipliersScreen } from './multipliers-screen.tsx';

const bands: Band[] = [
  { _id: 1n, min: 100, max: 200, probability: 500_000 },
  { _id: 2n, min: 200, max: 350, probability: 300_000 },
];
const wholeBands: Band[] = [
  { _id: 1n, min: 100, max: 200, probability: 500_000 },
  { _id: 2n, min: 200, max: 1_000, probability: 480_000 },
];
const createdAt = new Date(2026, 10, 14, 15, 4, 5);

type Facts = ResultOf<typeof multipliers.table>;

/** The built-in table is in play as version 4 since round 1,204, or what the test says. */
function factsOf(draft: Band[], given: Partial<Facts> = {}): Facts {
  return {
    inPlay: {
      version: 4n,
      hash: tableHash([]),
      bands: [],
      builtIn: 970_000,
      createdAt,
      author: 'root',
      reason: 'Back to the start',
      firstRound: 1_204n,
    },
    problems: [],
    nextRound: 1_300n,
    draft: { hash: hashOf(draft), changedAt: createdAt, changedBy: 'root' },
    rtpLimit: 990_000,
    rtpFloor: 750_000,
    builtIn: 970_000,
    ...given,
  };
}

const hashOf = (draft: Band[]) => tableHash(engineTable(draft, 970_000));

const versions: Version[] = [
  {
    version: 4n,
    hash: tableHash([]),
    bands: [],
    builtIn: 970_000,
    createdAt,
    author: 'root',
    reason: 'Back to the start',
    firstRound: 1_204n,
    rounds: 96,
    isInPlay: true,
  },
  {
    version: 3n,
    hash: hashOf(wholeBands),
    bands: wholeBands,
    builtIn: null,
    createdAt,
    author: null,
    reason: null,
    firstRound: 1n,
    rounds: 1_203,
    isInPlay: false,
  },
];

async function renderTable(rows: Band[] = bands, given: Partial<Facts> = {}) {
  signInAs('SUPER');
  const api = fakeApi();
  api.answer(multipliers.list, rows);
  api.answer(multipliers.table, factsOf(rows, given));
  api.answer(multipliers.versions, versions);
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

function cellsOf(table: Locator): (string | null)[][] {
  const rows = table.getByRole('row').elements();
  return rows.map((row) => [...row.children].map((cell) => cell.textContent));
}

it('shows the draft, what it returns beside what is in play, and what its columns do not say', async () => {
  const { screen } = await renderTable();
  expect(cellsOf(screen.getByRole('table', { name: 'Multiplayer' }))).toEqual([
    ['Min', 'Max', 'Probability', 'Actions'],
    ['1.00×', '2.00×', '50 %', ''],
    ['2.00×', '3.50×', '30 %', ''],
  ]);
  const label =
    'Return to players by target: at most 80.00 %, at 1.00×. The limit is 99 %. ' +
    'In play: at most 97.00 %, at every target.';
  await expect.element(screen.getByRole('img', { name: label })).toBeVisible();
  for (const words of [
    'Draft — not in play',
    'Rounds are drawn from version 4, in play since round 1,204.',
    'It can be published.',
    'An empty table means the built-in one: 97 % at every target.',
    'What is missing to 100 % crashes at 1.00×. Now that is 20 %.',
    'A change counts once it is published, from the next round on.',
  ]) {
    await expect.element(screen.getByText(words)).toBeVisible();
  }
});

it('says so where the draft is what is in play, and there is nothing to publish', async () => {
  const { screen } = await renderTable([]);
  const title = screen.getByRole('heading', { name: 'In play since round 1,204' });
  await expect.element(title).toBeVisible();
  const button = screen.getByRole('button', { name: 'Publish' });
  await expect.element(button).toBeDisabled();
  await expect.element(button).toHaveAccessibleDescription('There is nothing to publish.');
  await expectNoViolation();
  const chart = screen.getByRole('img', { name: /at most 97.00 %, at every target/ });
  expect(chart.element().getAttribute('aria-label')).not.toContain('In play');
});

it('names each problem of the draft, and publishes nothing while there is one', async () => {
  const [first] = bands;
  const { screen } = await renderTable(first ? [first] : []);
  const words =
    'The best target, 1.01×, gives back 49.50 %. Some target must give back at least 75 %.';
  await expect.element(screen.getByRole('status')).toHaveTextContent(words);
  const button = screen.getByRole('button', { name: 'Publish' });
  await expect.element(button).toBeDisabled();
  await expect
    .element(button)
    .toHaveAccessibleDescription('It cannot be published: see the problem below.');
});

it('says loudly that no round starts from what is in play', async () => {
  const problems = [
    'The built-in table gives back 97.00 % at every target, above the limit of 90 %.',
  ];
  const { screen } = await renderTable(bands, { problems });
  const alert = screen.getByRole('alert');
  await expect.element(alert.getByText(/^No round starts: version 4 breaks/)).toBeVisible();
  await expect.element(alert.getByText(problems[0] ?? '')).toBeVisible();
  await expectNoViolation();
});

it('publishes the draft that is on screen, with a reason and the round it counts from', async () => {
  const { api, screen, dialog } = await renderTable(wholeBands);
  await screen.getByRole('button', { name: 'Publish' }).click();
  await expect.element(dialog.getByText(/the next round on: round 1,300, or later/)).toBeVisible();
  await expectNoViolation();
  const button = dialog.getByRole('button', { name: 'Publish' });
  await expect.element(button).toBeDisabled();
  await dialog.getByLabelText('Reason').fill('  Longer flights ');
  api.answer(multipliers.publish, { version: 5n, fromRound: 1_301n });
  await button.click();
  await expect.element(dialog).not.toBeInTheDocument();
  const [call] = api.callsOf(multipliers.publish);
  expect(call?.body).toEqual({ reason: 'Longer flights', draftHash: hashOf(wholeBands) });
});

it.each(['bands', 'facts'])(
  'reads the bands again when another draft is told, the %s come last',
  async (last) => {
    signInAs('SUPER');
    const api = fakeApi();
    const draft = { hash: 'another', changedAt: createdAt, changedBy: 'other' };
    const held = Promise.withResolvers<void>();
    const inTime = (name: string) => (name === last ? held.promise : undefined);
    api.answerBy(multipliers.list, async () => {
      await inTime('bands');
      return bands;
    });
    api.answerBy(multipliers.table, async () => {
      await inTime('facts');
      return factsOf(bands, { draft });
    });
    api.answer(multipliers.versions, versions);
    await renderScreen(<MultipliersScreen />);
    await drawn();
    expect(api.callsOf(multipliers.list)).toHaveLength(1);
    held.resolve();
    await expect.poll(() => api.callsOf(multipliers.list).length).toBe(2);
  },
);

it('lists the versions and takes one into the draft after asking', async () => {
  const { api, screen, dialog } = await renderTable();
  const table = screen.getByRole('table', { name: 'Versions' });
  const at = '11/14/26, 3:04:05 PM';
  await expect.element(table.getByText('The platform')).toBeVisible();
  expect(cellsOf(table)).toEqual([
    ['Version', 'Published', 'By', 'Reason', 'Bands', 'Rounds played', 'Actions'],
    ['4 In play', at, 'root', 'Back to the start', 'Built-in, 97 %', '96', ''],
    ['3 ', 'From the start', 'The platform', '-', '2 bands, up to 10.00×', '1,203', ''],
  ]);
  api.answer(multipliers.takeVersion, null);
  await table.getByRole('button', { name: 'Take into draft' }).nth(1).click();
  const question = 'Are you sure you want to make the draft a copy of version 3?';
  await expect.element(dialog.getByText(question)).toBeVisible();
  await expectNoViolation();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.callsOf(multipliers.takeVersion)[0]?.path).toBe('/api/multiplier/versions/3/draft');
});

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

it('deletes a band after asking', async () => {
  const { api, screen, dialog } = await renderTable();
  api.answer(multipliers.remove, null);
  await screen.getByRole('button', { name: 'Delete' }).nth(1).click();
  const question = 'Are you sure you want to delete the band from 2.00× to 3.50×?';
  await expect.element(dialog.getByText(question)).toBeVisible();
  await expectNoViolation();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const [call] = api.callsOf(multipliers.remove);
  expect(call?.path).toBe('/api/multiplier/delete/2');
});

it('says that a band is gone which somebody else has deleted meanwhile', async () => {
  const { api, screen, dialog } = await renderTable();
  api.refuse(multipliers.remove, 404, 'Multiplier not found.');
  await screen.getByRole('button', { name: 'Delete' }).first().click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const said = screen.getByRole('region', { name: 'Notifications' }).getByRole('alert');
  await expect.element(said).toHaveTextContent('ErrorMultiplier not found.');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('asks for nothing where somebody else than SUPER comes by', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  signInAs('ADMIN');
  const api = fakeApi();
  const screen = await renderScreen(<MultipliersScreen />);
  const words = 'Only SUPER may see and change this table.';
  await expect.element(screen.getByText(words)).toBeVisible();
  await expectNoViolation();
  expect(log.mock.calls.flat().join()).toContain('Unauthorized');
  const button = screen.getByRole('button', { name: 'Add Multiplayer' });
  await expect.element(button).not.toBeInTheDocument();
  const reads = [multipliers.list, multipliers.table, multipliers.versions];
  expect(reads.flatMap(api.callsOf)).toEqual([]);
});
