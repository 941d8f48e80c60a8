import { multipliers } from '@pitboss/contract/multipliers';
import { rounds } from '@pitboss/contract/rounds';
import { expect, type Locator, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { button, field, toast } from './support/panel.ts';
import { type Operator, openSession, signIn } from './support/people.ts';
import { test } from './support/test.ts';

type NewBand = Parameters<typeof call<typeof multipliers.add>>[1]['body'];

// There is one draft, and one table in play: one test after the other changes them, and puts
// them back.
test.describe.configure({ mode: 'default' });

let original: NonNullable<NewBand>[] = [];

test.beforeAll(async ({ superUser }) => {
  const bands = await call(multipliers.list, { token: superUser.token });
  original = bands.map(({ min, max, probability }) => ({ min, max, probability }));
  await setDraft(superUser, []);
  await publish(superUser);
});
test.afterEach(({ superUser }) => setDraft(superUser, []));
test.afterAll(async ({ superUser }) => {
  await setDraft(superUser, original);
  await publish(superUser);
});

async function setDraft({ token }: Operator, wanted: typeof original) {
  for (const { _id: id } of await call(multipliers.list, { token })) {
    await call(multipliers.remove, { token, params: { id } });
  }
  for (const body of wanted) await call(multipliers.add, { token, body });
}

/** The draft goes into play, unless it is there already. */
async function publish(operator: Operator) {
  const { token } = await openAnew(operator);
  const { draft, inPlay } = await call(multipliers.table, { token });
  if (draft.hash === inPlay.hash) return;
  await call(multipliers.publish, { token, body: { reason: 'For the tests' } });
}

/** Only who has just signed in may publish; the workers' SUPER did so when they began. */
function openAnew({ username, password }: Operator): Promise<Operator> {
  return openSession(username, password);
}

async function openTable(page: Page, operator: Operator): Promise<Locator> {
  await signIn(page, await openAnew(operator));
  await page.goto('/multiplayer');
  const table = page.getByRole('table', { name: 'Multiplayer' });
  await expect(table).toHaveAttribute('aria-busy', 'false');
  return table;
}

test('SUPER adds bands to a draft, which rounds are drawn from once it is published', async ({
  page,
  superUser,
  game,
}) => {
  const { token } = superUser;
  const tableOf = async () => {
    const { id } = await game.openRound();
    const { bands } = await call(rounds.get, { token, params: { id } });
    return bands.toSorted((one, other) => Number(one.min) - Number(other.min));
  };
  const table = await openTable(page, superUser);
  await expect(table).toContainText('No matching records found');
  await expect(page.getByRole('heading', { name: /^In play since round [\d,]+$/ })).toBeVisible();
  await expect(button(page, 'Publish')).toBeDisabled();
  await expect(page.getByRole('img', { name: /at most 97\.00 %, at every target/ })).toBeVisible();
  await addBand(page, ['2', '10.5', '20']);
  await expect(page.getByRole('heading', { name: 'Draft — not in play' })).toBeVisible();
  const tooLittle = 'The best target, 2.00×, gives back 40.00 %.';
  await expect(page.getByRole('status').filter({ hasText: tooLittle })).toBeVisible();
  await expect(button(page, 'Publish')).toBeDisabled();
  await addBand(page, ['1', '2', '60.25']);
  const lines = table.locator('tbody').getByRole('row');
  await expect(lines.nth(0).getByRole('cell')).toHaveText(['1.00×', '2.00×', '60.25 %', '']);
  await expect(lines.nth(1).getByRole('cell')).toHaveText(['2.00×', '10.50×', '20 %', '']);
  await expect(page.getByText('Now that is 19.75 %.')).toBeVisible();
  expect(await tableOf()).toEqual([]);

  await button(page, 'Publish').click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await expect(dialog).toContainText(/It counts from the next round on: round [\d,]+/);
  await field(dialog, 'Reason').fill('Two bands for the evening');
  await field(dialog, 'Reason').press('Enter');
  await expect(
    page.getByText(/^Version \d+ is published\. It counts from round \d+\.$/),
  ).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^In play since round [\d,]+$/ })).toBeVisible();
  expect(await tableOf()).toEqual([
    { min: 1, max: 2, probability: 60.25 },
    { min: 2, max: 10.5, probability: 20 },
  ]);
  const newest = page.getByRole('table', { name: 'Versions' }).locator('tbody tr').first();
  await expect(newest).toContainText('Two bands for the evening');
  await expect(newest).toContainText(superUser.username);
});

async function addBand(page: Page, band: string[]) {
  await button(page, 'Add Multiplayer').click();
  const dialog = page.getByRole('dialog', { name: 'Add Multiplayer' });
  const labels = ['Min', 'Max', 'Probability (%)'];
  for (const [index, label] of labels.entries()) await field(dialog, label).fill(band[index] ?? '');
  await button(dialog, 'Add').click();
  await expect(dialog).toHaveCount(0);
  const added = toast(page, 'Success', 'Multiplier added.');
  await button(added, 'Dismiss').click();
  await expect(added).toHaveCount(0);
}

test('a band is deleted from the draft, and a version brings it back', async ({
  page,
  superUser,
}) => {
  const wanted = [
    { min: 1, max: 2, probability: 60.25 },
    { min: 2, max: 10.5, probability: 20 },
  ];
  await setDraft(superUser, wanted);
  await publish(superUser);
  const table = await openTable(page, superUser);
  const lines = table.locator('tbody').getByRole('row');
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
  await expect(page.getByRole('heading', { name: 'Draft — not in play' })).toBeVisible();

  const versions = page.getByRole('table', { name: 'Versions' });
  await button(versions.locator('tbody tr').first(), 'Take into draft').click();
  const taking = page.getByRole('dialog', { name: 'Take into draft' });
  await button(taking, 'Confirm').click();
  await expect(taking).toHaveCount(0);
  await expect(lines).toHaveCount(2);
  await expect(page.getByRole('heading', { name: /^In play since round/ })).toBeVisible();
});
