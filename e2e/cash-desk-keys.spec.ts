import { expect, type Page } from '@playwright/test';
import {
  confirmation,
  countDecisions,
  goOn,
  makeDesk,
  openDesk,
  rejection,
  statusOf,
  wordOf,
} from './support/cash-desk.ts';
import { balances, decide, fileWithdrawal } from './support/cashier.ts';
import { button, field, rowOf, toast } from './support/panel.ts';
import type { Operator } from './support/people.ts';
import { test, underClock } from './support/test.ts';

const sentence = 'Sorry, the slip shows no name, so please file this one again.';

/** A withdrawal of 120 in the focused row, by keys alone, under a clock that the test can move. */
async function openRow(page: Page, admin: Operator) {
  const { client } = await makeDesk(admin);
  const id = await fileWithdrawal(client, 120);
  await page.clock.install();
  await openDesk(page, admin);
  const decisions = countDecisions(page);
  await page.keyboard.press('j');
  await expect(rowOf(page, id)).toBeFocused();
  return { client, id, decisions };
}

test('keys move through the rows and decide them', underClock, async ({ page, admin }) => {
  const { client, fileDeposit: file } = await makeDesk(admin);
  const [third, second, first] = [await file(3), await file(2), await file(1)];
  await page.clock.install();
  await openDesk(page, admin);
  await page.keyboard.press('j');
  await expect(rowOf(page, first)).toBeFocused();
  await page.keyboard.press('f');
  await expect(field(rejection(page), 'Reason')).toBeFocused();
  await page.keyboard.type(sentence);
  await page.keyboard.press('Enter');
  await expect(wordOf(page, first)).toContainText('Failed');
  await expect(rowOf(page, second)).toBeFocused();
  await page.clock.fastForward(500);
  await page.keyboard.press('s');
  await expect(field(confirmation(page), 'Note')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(wordOf(page, second)).toHaveText('Success');
  await expect(rowOf(page, third)).toBeFocused();
  await page.clock.fastForward(500);
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog', { name: 'Receipt' }).locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, third)).toBeFocused();
  await page.clock.fastForward(500);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(await balances(admin, client)).toEqual([9_498, 502]);
});

test('a reason typed after f rejects and never pays', underClock, async ({ page, admin }) => {
  const { client, id, decisions } = await openRow(page, admin);
  await page.keyboard.press('f');
  await expect(field(rejection(page), 'Reason')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type(sentence);
  await expect(field(rejection(page), 'Reason')).toHaveValue(sentence);
  expect(decisions()).toBe(0);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, id)).toContainText(sentence);
  await expect(confirmation(page)).toHaveCount(0);
  expect(decisions()).toBe(1);
  expect(await balances(admin, client)).toEqual([9_500, 500]);
});

test('a note typed after s pays only when it is confirmed', underClock, async ({ page, admin }) => {
  const { client, id, decisions } = await openRow(page, admin);
  await page.keyboard.press('s');
  const note = field(confirmation(page), 'Note');
  await expect(note).toBeFocused();
  await page.keyboard.type(sentence);
  await page.keyboard.press('Enter');
  await page.keyboard.type(' Yes.');
  await expect(note).toHaveValue(`${sentence} Yes.`);
  expect(decisions()).toBe(0);
  expect(await balances(admin, client)).toEqual([9_500, 380]);
  await expect(goOn(page)).toHaveText('Confirm · Pay 120 USD');
  await page.keyboard.press('Tab');
  await expect(button(confirmation(page), 'Cancel')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(goOn(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(wordOf(page, id)).toContainText('Success');
  expect(await balances(admin, client)).toEqual([9_620, 380]);
});

/** Keys rest for half a second after a dialog closed. */
async function typeAfterDialog(page: Page, id: string) {
  await page.keyboard.press('b');
  const details = page.getByRole('dialog', { name: 'Bank Details' });
  await expect(button(details, 'Close')).toBeFocused();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press('Escape');
  await page.clock.runFor(300);
  await expect(rowOf(page, id)).toBeFocused();
  await page.keyboard.type('sfnp');
  await page.clock.runFor(199);
  await page.keyboard.type('sfnp');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.clock.runFor(1);
  await page.keyboard.press('s');
  await page.clock.resume();
  await expect(field(confirmation(page), 'Note')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.clock.fastForward(500);
}

test(
  'a sentence typed at any dialog or row, or right after a dialog, decides nothing',
  underClock,
  async ({ page, admin }) => {
    const { client, id, decisions } = await openRow(page, admin);
    await typeAfterDialog(page, id);
    for (const key of ['r', 'b', 's', 'f', 'n', 'p', '?']) {
      await page.keyboard.press(key);
      await page.keyboard.type(sentence);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.clock.fastForward(500);
    }
    // The blanks of the sentence may have turned the shortcuts off.
    await button(page, 'Keyboard shortcuts').click();
    await page.getByRole('switch', { name: 'Use keyboard shortcuts' }).setChecked(true);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.clock.fastForward(500);
    await page.keyboard.press('j');
    await expect(rowOf(page, id)).toBeFocused();
    await page.keyboard.type(sentence);
    await expect(confirmation(page)).toHaveCount(1);
    expect(decisions()).toBe(0);
    expect(await balances(admin, client)).toEqual([9_500, 380]);
  },
);

test('a rejection is taken back from another screen too', underClock, async ({ page, admin }) => {
  const { client, id } = await openRow(page, admin);
  await statusOf(page, id).selectOption('Failed');
  const said = toast(page, 'Rejected', `Request ${id} is now failed.`);
  await page.getByRole('link', { name: 'Rounds', exact: true }).click();
  await expect(page).toHaveURL(/\/rounds/);
  await button(said, 'Undo').click();
  await expect(toast(page, 'Success', `Request ${id} is now pending.`)).toBeVisible();
  expect(await balances(admin, client)).toEqual([9_500, 380]);
});

test(
  'undo after somebody else has acted says so and changes nothing',
  underClock,
  async ({ page, admin }) => {
    const { client, id } = await openRow(page, admin);
    await statusOf(page, id).selectOption('Failed');
    const said = toast(page, 'Rejected', `Request ${id} is now failed.`);
    await expect(said).toBeVisible();
    await decide(admin, id, 'success');
    await button(said, 'Undo').click();
    await expect(toast(page, 'Error', 'This request is success, which is final.')).toBeVisible();
    await expect(wordOf(page, id)).toHaveText('Success');
    expect(await balances(admin, client)).toEqual([9_620, 380]);
  },
);
