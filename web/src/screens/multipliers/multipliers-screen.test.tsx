import { multipliers } from '@pitboss/contract/multipliers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { expectNoViolation } from '#src/test/axe.ts';
import { cellsOf } from '#src/test/cells.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { drawn } from '#src/test/frames.ts';
import {
  answerTable,
  bands,
  createdAt,
  factsOf,
  hashOf,
  versions,
  wholeBands,
} from '#src/test/multipliers.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { MultipliersScreen } from './multipliers-screen.tsx';

async function renderTable(rows = bands, given: Parameters<typeof answerTable>[1] = {}) {
  const api = answerTable(rows, given);
  const screen = await renderScreen(<MultipliersScreen />);
  await expect.element(screen.getByRole('img', { name: /The limit is 99 %/ })).toBeVisible();
  return { api, screen, dialog: screen.getByRole('dialog') };
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
