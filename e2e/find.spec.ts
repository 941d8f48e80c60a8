import { expect, type Page } from '@playwright/test';
import { makePlayer } from './support/cashier.ts';
import { button, openUserMenu, rowOf } from './support/panel.ts';
import { makeAdmin, makeUser, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Find' });
const optionsOf = (page: Page) => page.getByRole('listbox', { name: 'Found' }).getByRole('option');
const optionOf = (page: Page, name: RegExp | string) =>
  page.getByRole('listbox', { name: 'Found' }).getByRole('option', { name });

async function ask(page: Page, words: string) {
  await expect(button(page, 'Find')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(fieldOf(page)).toBeFocused();
  await fieldOf(page).pressSequentially(words);
}

test('an ADMIN finds a client by keyboard from anywhere, the very name first', async ({
  page,
  admin,
}) => {
  const client = await makeUser(admin);
  await makeUser(admin, { username: `${client.username}9` });
  await signIn(page, admin);
  await page.goto('/reports');
  await ask(page, client.username.toUpperCase());
  await expect(optionOf(page, `${client.username}9`)).toBeVisible();
  await expect(optionsOf(page).first()).toContainText(client.username);
  await expect(optionsOf(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/clients/${client._id}`);
  await expect(page.getByRole('heading', { name: client.username })).toBeVisible();
  await expect(fieldOf(page)).not.toBeVisible();
  await ask(page, client.username);
  await expect(optionOf(page, `Deposit to ${client.username}`)).toBeVisible();
});

test('SUPER finds a client of an operator below; another operator does not', async ({
  page,
  admin,
  superUser,
}) => {
  const client = await makeUser(admin);
  await signIn(page, superUser);
  await page.goto('/dashboard');
  await ask(page, client.username);
  await expect(
    optionOf(page, new RegExp(`${client.username}.*below ${admin.username}`)),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/clients/${client._id}`);
  await expect(page.getByRole('heading', { name: client.username })).toBeVisible();

  await signIn(page, await makeAdmin(superUser));
  await page.goto('/dashboard');
  await ask(page, client.username);
  await expect(page.getByText(`Nothing found for “${client.username}”.`)).toBeVisible();
});

test('its keys are heard from the moment in which its button stands', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[aria-label="Find"]')) return;
      watch.disconnect();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/dashboard');
  await expect(fieldOf(page)).toBeFocused();
});

test('Lock somebody asks why, and a screen is reached with its dates', async ({ page, admin }) => {
  const client = await makeUser(admin);
  await signIn(page, admin);
  await page.goto('/dashboard');
  await ask(page, `Lock ${client.username}`);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Lock ${client.username}` });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).not.toBeVisible();
  await ask(page, 'Go to Reports, last month');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(
    /\/reports\?startDay=\d{4}-\d\d-01&endDay=\d{4}-\d\d-(28|29|30|31)$/,
  );
});

test('a request is found by its number, and its list shows it', async ({ page, cast }) => {
  await signIn(page, cast.superUser);
  await page.goto('/dashboard');
  await ask(page, `request ${cast.depositId}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/deposit-withdraw/${cast.client._id}\\?search=`));
  await expect(rowOf(page, cast.depositId)).toBeVisible();
});

test('what was chosen is offered again, until signing out', async ({ page, admin }) => {
  const client = await makePlayer(admin);
  await signIn(page, admin);
  await page.goto('/dashboard');
  await ask(page, client.username);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/clients/${client._id}`);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Recent' })).toContainText(client.username);
  await page.keyboard.press('Escape');
  await openUserMenu(page, admin.username);
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  expect(kept).not.toContain(client.username);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('a button opens it, and a tap chooses', async ({ page, admin }) => {
    const client = await makeUser(admin);
    await signIn(page, admin);
    await page.goto('/dashboard');
    await button(page, 'Find').click();
    await fieldOf(page).fill(client.username);
    await optionOf(page, new RegExp(`^${client.username}`)).click();
    await expect(page).toHaveURL(`/clients/${client._id}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
  });
});
