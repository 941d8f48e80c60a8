import { rounds } from '@pitboss/contract/rounds';
import { expect, type Locator, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { button, toast } from './support/panel.ts';
import { type Operator, signIn } from './support/people.ts';
import { test } from './support/test.ts';

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

test('a round of the platform shows what it was drawn from, and can be verified', async ({
  page,
  admin,
  cast: { rounds: known },
}) => {
  const id = known.drawn;
  const { hash, seed, multiplier } = await call(rounds.get, { token: admin.token, params: { id } });
  const dialog = await openDetails(page, admin, id);
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
