import { multipliers } from '@pitboss/contract/multipliers';
import { rounds } from '@pitboss/contract/rounds';
import { expect, type Locator, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { button, field, toast } from './support/panel.ts';
import { type Operator, signIn } from './support/people.ts';
import { test } from './support/test.ts';

type NewBand = Parameters<typeof call<typeof multipliers.add>>[1]['body'];

// All rounds are drawn from one table: one test after the other changes it and puts it back.
test.describe.configure({ mode: 'default' });

let original: NonNullable<NewBand>[] = [];

test.beforeAll(async ({ superUser }) => {
  const bands = await call(multipliers.list, { token: superUser.token });
  original = bands.map(({ min, max, probability }) => ({ min, max, probability }));
  await setTable(superUser, []);
});
test.afterEach(({ superUser }) => setTable(superUser, []));
test.afterAll(({ superUser }) => setTable(superUser, original));

async function setTable({ token }: Operator, wanted: typeof original) {
  for (const { _id: id } of await call(multipliers.list, { token })) {
    await call(multipliers.remove, { token, params: { id } });
  }
  for (const body of wanted) await call(multipliers.add, { token, body });
}

async function openTable(page: Page, operator: Operator): Promise<Locator> {
  await signIn(page, operator);
  await page.goto('/multiplayer');
  const table = page.getByRole('table', { name: 'Multiplayer' });
  await expect(table).toHaveAttribute('aria-busy', 'false');
  return table;
}

async function openForm(page: Page, band: string[] = []): Promise<Locator> {
  await button(page, 'Add Multiplayer').click();
  const dialog = page.getByRole('dialog', { name: 'Add Multiplayer' });
  const labels = ['Min', 'Max', 'Probability (%)'];
  for (const [index, label] of labels.entries()) await field(dialog, label).fill(band[index] ?? '');
  return dialog;
}

/** How many bands the page has sent so far. */
function countAdded(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/multiplier/add')) count += 1;
  });
  return () => count;
}

test('SUPER adds bands and deletes them, and the next round is drawn from them', async ({
  page,
  superUser,
  game,
}) => {
  const table = await openTable(page, superUser);
  await expect(table.getByRole('columnheader')).toHaveText([
    'Min',
    'Max',
    'Probability',
    'Actions',
  ]);
  await expect(table).toContainText('No matching records found');
  await expect(page.getByRole('img', { name: /at most 97\.00 %, at every target/ })).toBeVisible();
  const added = toast(page, 'Success', 'Multiplier added.');
  for (const band of [
    ['2', '10.5', '8'],
    ['1', '2', '60.25'],
  ]) {
    const dialog = await openForm(page, band);
    await button(dialog, 'Add').click();
    await expect(dialog).toHaveCount(0);
    await added.click();
    await expect(added).toHaveCount(0);
  }
  const lines = table.locator('tbody').getByRole('row');
  await expect(lines.nth(0).getByRole('cell')).toHaveText(['1.00×', '2.00×', '60.25 %', '']);
  await expect(lines.nth(1).getByRole('cell')).toHaveText(['2.00×', '10.50×', '8 %', '']);
  await expect(page.getByText('Now that is 31.75 %.')).toBeVisible();

  const { id } = await game.openRound();
  const { bands } = await call(rounds.get, { token: superUser.token, params: { id } });
  expect(bands.toSorted((one, other) => Number(one.min) - Number(other.min))).toEqual([
    { min: 1, max: 2, probability: 60.25 },
    { min: 2, max: 10.5, probability: 8 },
  ]);

  await button(lines.nth(1), 'Delete').click();
  const question = page.getByRole('dialog', { name: 'Delete Multiplayer' });
  const words = 'Are you sure you want to delete the band from 2.00× to 10.50×?';
  await expect(question).toContainText(words);
  await button(question, 'Cancel').click();
  await expect(question).toHaveCount(0);
  await expect(lines).toHaveCount(2);
  await button(lines.nth(1), 'Delete').click();
  await button(question, 'Confirm').click();
  await expect(toast(page, 'Success', 'Multiplier deleted.')).toBeVisible();
  await expect(lines).toHaveCount(1);
  await page.reload();
  await expect(lines).toHaveCount(1);
  await expect(lines.getByRole('cell').nth(2)).toHaveText('60.25 %');
});

test('a table that loses is shown by its curve before it is sent, and refused', async ({
  page,
  superUser,
}) => {
  const count = countAdded(page);
  const table = await openTable(page, superUser);
  const dialog = await openForm(page, ['2', '50', '60']);
  const curve = dialog.getByRole('img', { name: /at most 120\.00 %, at 2\.00×/ });
  await expect(curve).toBeVisible();
  await expect(dialog).toContainText('At 2.00× players would get back 120.00 %');
  expect(count()).toBe(0);
  await button(dialog, 'Add').click();
  const words = 'At 2.00× a player would get back 120.00 %, above the limit of 99 %.';
  await expect(toast(page, 'Error', words)).toBeVisible();
  await expect(field(dialog, 'Probability (%)')).toHaveAccessibleDescription(words);
  expect(count()).toBe(1);
  await field(dialog, 'Probability (%)').fill('49.5');
  await expect(dialog).not.toContainText('players would get back');
  await button(dialog, 'Add').click();
  await expect(dialog).toHaveCount(0);
  await expect(table).toContainText('49.5 %');
});

test('bands that overlap or are more than the whole are told from each other', async ({
  page,
  superUser,
}) => {
  await setTable(superUser, [{ min: 1, max: 2, probability: 70 }]);
  await openTable(page, superUser);
  const dialog = await openForm(page, ['1.5', '3', '5']);
  const overlap = 'The band from 1.00× to 2.00× overlaps the band from 1.50× to 3.00×.';
  await expect(dialog.getByRole('status')).toHaveText(overlap);
  await button(dialog, 'Add').click();
  await expect(field(dialog, 'Min')).toHaveAccessibleDescription(overlap);
  await field(dialog, 'Min').fill('2');
  await field(dialog, 'Probability (%)').fill('31');
  const tooMuch = 'All bands together have 101 %, above 100 %.';
  await expect(dialog.getByRole('status')).toHaveText(tooMuch);
  await button(dialog, 'Add').click();
  await expect(field(dialog, 'Probability (%)')).toHaveAccessibleDescription(tooMuch);
  await button(dialog, 'Cancel').click();
  await expect(dialog).toHaveCount(0);
  expect(await call(multipliers.list, { token: superUser.token })).toHaveLength(1);
});

test('nothing is sent while a field is empty', async ({ page, superUser }) => {
  const count = countAdded(page);
  await openTable(page, superUser);
  for (const [band, label] of [
    [['', '2', '50'], 'Min'],
    [['1', '', '50'], 'Max'],
    [['1', '2', ''], 'Probability (%)'],
  ] as const) {
    const dialog = await openForm(page, [...band]);
    await button(dialog, 'Add').click();
    const empty = field(dialog, label);
    await expect(empty).toHaveAccessibleDescription('This field is required.');
    await button(dialog, 'Cancel').click();
    await expect(dialog).toHaveCount(0);
  }
  expect(count()).toBe(0);
});

test('a band that somebody else has deleted meanwhile is said to be gone', async ({
  page,
  superUser,
}) => {
  await setTable(superUser, [{ min: 1, max: 2, probability: 70 }]);
  await openTable(page, superUser);
  await button(page, 'Delete').click();
  await setTable(superUser, []);
  const question = page.getByRole('dialog', { name: 'Delete Multiplayer' });
  await button(question, 'Confirm').click();
  await expect(toast(page, 'Error', 'Multiplier not found.')).toBeVisible();
  await expect(question).toHaveCount(0);
});

test('an ADMIN has no entry for it, sees nothing of it and is refused by the server', async ({
  page,
  admin,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await signIn(page, admin);
  await page.goto('/multiplayer');
  await expect(page.getByText('Only SUPER may see and change this table.')).toBeVisible();
  await expect(button(page, 'Add Multiplayer')).toHaveCount(0);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Multiplayer' })).toHaveCount(0);
  expect(asked.filter((url) => url.includes('/multiplier/'))).toEqual([]);
  const { token } = admin;
  await expect(call(multipliers.list, { token })).rejects.toThrow('answered 403');
  const body = { min: 1, max: 2, probability: 50 };
  await expect(call(multipliers.add, { token, body })).rejects.toThrow('answered 403');
  const params = { id: '1' };
  await expect(call(multipliers.remove, { token, params })).rejects.toThrow('answered 403');
});
