import { rounds } from '@pitboss/contract/rounds';
import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { call } from './support/api.ts';
import { button, toast } from './support/panel.ts';
import { type Operator, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const detailsPath = '**/api/rounds/details/*';

async function openDetails(page: Page, operator: Operator, round: string): Promise<Locator> {
  await signIn(page, operator);
  await page.goto(`/rounds?round=${round}`);
  await button(page.getByRole('table', { name: 'Search Result' }), round).click();
  const dialog = page.getByRole('dialog', { name: `Round ${round}` });
  await expect(button(dialog, 'Copy Hash')).toBeVisible();
  return dialog;
}

function findings(dialog: Locator): Locator {
  return dialog.getByRole('status').getByRole('paragraph');
}

/** Lets the server's answer say something else than it does. */
function forge(change: object): (route: Route) => Promise<void> {
  return async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.data = { ...json.data, ...change };
    await route.fulfill({ response, json });
  };
}

test('a round of the platform shows what it was drawn from, and can be verified', async ({
  page,
  admin,
  cast: { rounds: known },
}) => {
  const id = known.drawn;
  const { hash, seed, multiplier } = await call(rounds.get, { token: admin.token, params: { id } });
  const dialog = await openDetails(page, admin, id);
  await expect(dialog.getByRole('term')).toHaveText([
    'State',
    'Multiplier',
    'Created At',
    'Updated At',
    'Drawn by',
    'Hash',
    'Seed',
    'Table version',
    'Table hash',
  ]);
  await expect(dialog).toContainText(hash);
  await expect(dialog).toContainText(seed ?? 'a seed');
  const drawn = `${Number(multiplier).toLocaleString('en-US', { minimumFractionDigits: 2 })}×`;
  await expect(dialog.getByRole('definition').nth(1)).toHaveText(drawn);
  await button(dialog, 'Verify').click();
  await expect(findings(dialog)).toHaveText([
    'The seed matches the hash.',
    'The table matches its hash.',
    `The multiplier is the drawn one: ${drawn}.`,
  ]);
  await expect(findings(dialog).last()).toBeInViewport();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(dialog, 'Copy Hash').click();
  await expect(toast(page, 'Success', 'Copied to clipboard!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(hash);
});

test('a forged seed is found', async ({ page, admin, cast: { rounds: known } }) => {
  await page.route(detailsPath, forge({ seed: 'f00d'.repeat(16) }));
  const dialog = await openDetails(page, admin, known.drawn);
  await button(dialog, 'Verify').click();
  await expect(findings(dialog).first()).toHaveText('The seed does not match the hash.');
});

test('a forged multiplier is found, with the one that was drawn', async ({
  page,
  admin,
  cast: { rounds: known },
}) => {
  const { drawn } = await call(rounds.verify, { params: { id: known.drawn } });
  await page.route(detailsPath, forge({ multiplier: 54_321.09 }));
  const dialog = await openDetails(page, admin, known.drawn);
  await expect(dialog.getByRole('definition').nth(1)).toHaveText('54,321.09×');
  await button(dialog, 'Verify').click();
  const right = `${Number(drawn).toLocaleString('en-US', { minimumFractionDigits: 2 })}×`;
  await expect(findings(dialog)).toHaveText([
    'The seed matches the hash.',
    'The table matches its hash.',
    `The multiplier is not the drawn one, which is ${right}.`,
  ]);
});

test('a forged table is found', async ({ page, admin, cast: { rounds: known } }) => {
  const bands = [{ min: 1, max: 1.01, probability: 90 }];
  await page.route(detailsPath, forge({ bands }));
  const dialog = await openDetails(page, admin, known.drawn);
  await expect(dialog.getByRole('table', { name: 'Bands' })).toContainText('1.01×');
  await button(dialog, 'Verify').click();
  await expect(findings(dialog).nth(1)).toHaveText('The table does not match its hash.');
});

test('the seed is a secret until the round has ended, which the dialog sees by itself', async ({
  page,
  admin,
  game,
}) => {
  const round = await game.openRound();
  const dialog = await openDetails(page, admin, round.id);
  await expect(dialog).toContainText('Betting');
  await expect(dialog).toContainText('Published when the round has ended');
  await expect(dialog).toContainText('It can be verified when the round has ended.');
  await expect(button(dialog, 'Verify')).toHaveCount(0);
  await round.crash({ crashAt: 4.2 });
  await expect(dialog).toContainText('4.20×');
  await button(dialog, 'Verify').click();
  await expect(findings(dialog).last()).toHaveText(
    'A game server reported the multiplier: only the seed and the table are checked.',
  );
});
