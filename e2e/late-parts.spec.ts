import { expect, type Locator, type Page } from '@playwright/test';
import { openHeldBack } from './support/held-back.ts';
import { button, field, openUserMenu, rowOf } from './support/panel.ts';
import { makeUser, type Operator } from './support/people.ts';
import { test } from './support/test.ts';

const allAbove = /assets\/(above|calendar|dialogs|find-host|popover|popups|user-dialogs)-/;

/** A page on a slow line: what opens above it is late. */
function openSlowly(page: Page, who: Operator, path = '/users', late = allAbove) {
  return openHeldBack(page, who, path, late);
}

/** What opens takes the focus a moment after it is drawn. */
async function expectFocusIn(opened: Locator): Promise<void> {
  await expect(
    opened.locator(':focus').or(opened.and(opened.page().locator(':focus'))),
  ).toHaveCount(1);
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const wallet = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^B / });

test('what is pressed before it has come opens when it has, and gives the focus back', async ({
  page,
  admin,
}) => {
  const letGo = await openSlowly(page, admin);
  await bell(page).click();
  await expect(bell(page)).toHaveAttribute('aria-expanded', 'true');
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list).not.toBeVisible();
  letGo();
  await expect(list.getByRole('link', { name: 'Notification settings' })).toBeVisible();
  await expectFocusIn(list);
  await page.keyboard.press('Escape');
  await expect(list).not.toBeVisible();
  await expect(bell(page)).toBeFocused();
  // A second press on the button closes what the first has opened.
  await bell(page).click();
  await expect(list).toBeVisible();
  await bell(page).click();
  await expect(list).not.toBeVisible();
});

test('by key: wallets and menu open before they have come, and Escape leads back', async ({
  page,
  admin,
}) => {
  const letGo = await openSlowly(page, admin);
  await wallet(page).focus();
  await page.keyboard.press('Enter');
  letGo();
  await expect(page.getByRole('dialog', { name: 'Wallets' }).getByRole('table')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(wallet(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  const menu = page.getByRole('menu', { name: new RegExp(admin.username, 'i') });
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem', { name: 'Dark mode' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).not.toBeVisible();
  await openUserMenu(page, admin.username);
  await menu.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/Common/Profile');
});

test('letters typed right after Ctrl-K stand in the field when it has come', async ({
  page,
  admin,
}) => {
  const letGo = await openSlowly(page, admin);
  const search = page
    .getByRole('searchbox')
    .or(page.getByLabel('Search', { exact: true }))
    .first();
  await search.focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('playx', { delay: 0 });
  await page.keyboard.press('Backspace');
  letGo();
  await page.keyboard.type('er1 and more', { delay: 5 });
  const words = page.getByRole('combobox', { name: 'Find' });
  await expect(words).toBeFocused();
  await page.keyboard.type('!');
  await expect(words).toHaveValue('player1 and more!');
  await expect(search).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
  // And none is left over for the next time.
  await page.keyboard.press('Control+k');
  await expect(words).toHaveValue('');
});

test("a row's dialog opens by its first press, and knows where the focus came from", async ({
  page,
  admin,
}) => {
  const client = await makeUser(admin);
  const letGo = await openSlowly(page, admin, `/users?search=${client.username}`);
  const action = button(rowOf(page, client.username), 'Deposit/Withdraw');
  await action.click();
  const dialog = page.getByRole('dialog', { name: 'Deposit/Withdraw' });
  await expect(dialog).not.toBeVisible();
  letGo();
  await expectFocusIn(dialog);
  await page.keyboard.press('Escape');
  await expect(dialog).not.toBeVisible();
  await expect(action).toBeFocused();
});

test('the question about maintenance comes when it can, and gives the focus back', async ({
  page,
  superUser,
}) => {
  const late = /assets\/(dialogs|maintenance-dialog)-/;
  const letGo = await openSlowly(page, superUser, '/dashboard', late);
  const choice = field(page, 'Maintenance');
  await choice.focus();
  const before = await choice.inputValue();
  await choice.selectOption('Maintenance: On');
  const dialog = page.getByRole('dialog', { name: 'Confirm Maintenance' });
  await expect(dialog).not.toBeVisible();
  letGo();
  await expect(field(dialog, 'Reason')).toBeFocused();
  await page.keyboard.type('not today');
  await page.keyboard.press('Escape');
  await expect(choice).toBeFocused();
  await expect(choice).toHaveValue(before);
  // Asked again, it has forgotten what was typed.
  await choice.selectOption('Maintenance: On');
  await expect(field(dialog, 'Reason')).toHaveValue('');
});

test('a calendar that was asked for opens when it has come, at its day', async ({
  page,
  admin,
}) => {
  const path = '/transaction-details?startDay=2024-05-10&endDay=2024-05-20';
  const letGo = await openSlowly(page, admin, path);
  const start = field(page, 'Start Date');
  await start.click();
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  await expect(calendar).not.toBeVisible();
  letGo();
  const day = (name: string) => calendar.getByRole('button', { name, exact: true });
  await expect(day('10 May 2024')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(calendar).not.toBeVisible();
  await expect(start).toBeFocused();
  // The other field has its own.
  await field(page, 'End Date').click();
  await expect(day('20 May 2024')).toBeFocused();
  await day('22 May 2024').click();
  await expect(field(page, 'End Date')).toHaveValue('22-05-2024');
});
