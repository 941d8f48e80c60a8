import { expect, type Locator, type Page } from '@playwright/test';
import {
  confirmation,
  decidePath,
  goOn,
  makeDesk,
  openDesk,
  statusOf,
  wordOf,
} from './support/cash-desk.ts';
import { fileWithdrawal } from './support/cashier.ts';
import { button, field, rowOf, toast } from './support/panel.ts';
import {
  balanceOf,
  freshName,
  makeUser,
  type Operator,
  type Person,
  signIn,
  statementOf,
} from './support/people.ts';
import { test } from './support/test.ts';

const unseen = 'We could not see whether this was done';
const outcomePath = '**/api/calls/outcome';

async function openFunds(page: Page, client: Person): Promise<Locator> {
  await page.goto('/users');
  await button(rowOf(page, client.username), 'Deposit/Withdraw').click();
  return page.getByRole('dialog', { name: 'Deposit/Withdraw' });
}

/** The server does what it was asked to; the panel does not see that. */
async function loseAnswers(page: Page, path: string) {
  await page.route(path, async (route) => {
    await route.fetch();
    await route.abort();
  });
}

/** Signed in, with a lost deposit or withdrawal of 2 that the platform cannot be asked about. */
async function loseMoney(page: Page, admin: Operator, client: Person, way = 'Deposit') {
  await loseAnswers(page, `**/api/transactions/${way.toLowerCase()}/*`);
  await page.route(outcomePath, (route) => route.abort());
  await signIn(page, admin);
  const dialog = await openFunds(page, client);
  await field(dialog, 'Amount').fill('2');
  await button(dialog, way).click();
  await expect(toast(page, 'Warning', unseen)).toBeVisible();
  return dialog;
}

for (const [way, words, balance] of [
  ['Deposit', '2 USD to', 12],
  ['Withdraw', '2 USD from', 8],
] as const) {
  test(`a lost ${way} is said, asked for and moved once`, async ({ page, admin }) => {
    const client = await makeUser(admin, { balance: 10 });
    const dialog = await loseMoney(page, admin, client, way);
    await expect(dialog.getByRole('status')).toContainText(unseen);
    await expect(dialog.getByRole('status')).toContainText(`${way}: ${words} ${client.username}`);
    // Neither a change of the remarks nor closing and opening makes another order of it.
    await field(dialog, 'Remarks').fill('once more');
    await expect(button(dialog, 'Deposit')).toBeDisabled();
    await expect(button(dialog, 'Withdraw')).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await button(rowOf(page, client.username), 'Deposit/Withdraw').click();
    await expect(dialog.getByRole('status')).toContainText(unseen);
    await field(dialog, 'Amount').fill('2');
    await expect(button(dialog, way)).toBeDisabled();
    await page.unroute(outcomePath);
    await expect(toast(page, 'Success', `${way} successful!`)).toContainText(words);
    await expect(dialog.getByRole('status')).toHaveCount(0);
    await expect(dialog).toContainText(`Client balance${balance} USD`);
    await expect(button(dialog, way)).toBeEnabled();
    await expect(rowOf(page, client.username).getByRole('cell').nth(5)).toHaveText(`${balance}`);
    expect(await statementOf(admin, client)).toHaveLength(2);
  });
}

test('a reload keeps a lost deposit in mind', async ({ page, admin }) => {
  const client = await makeUser(admin);
  await loseMoney(page, admin, client);
  await page.reload();
  const dialog = await openFunds(page, client);
  await expect(dialog.getByRole('status')).toContainText(unseen);
  await field(dialog, 'Amount').fill('2');
  await expect(button(dialog, 'Deposit')).toBeDisabled();
  await page.unroute(outcomePath);
  await expect(toast(page, 'Success', 'Deposit successful!')).toBeVisible();
  await expect(button(dialog, 'Deposit')).toBeEnabled();
  await expect(rowOf(page, client.username).getByRole('cell').nth(5)).toHaveText('2');
  expect(await statementOf(admin, client)).toHaveLength(1);
});

test('another tab does not send it again, and learns with it', async ({ page, admin, context }) => {
  const client = await makeUser(admin);
  await loseMoney(page, admin, client);
  const other = await context.newPage();
  await other.route(outcomePath, (route) => route.abort());
  const dialog = await openFunds(other, client);
  await expect(dialog.getByRole('status')).toContainText(unseen);
  await field(dialog, 'Amount').fill('2');
  await expect(button(dialog, 'Deposit')).toBeDisabled();
  // Another client is not concerned.
  await page.unroute(outcomePath);
  await expect(toast(page, 'Success', 'Deposit successful!')).toBeVisible();
  await expect(dialog.getByRole('status')).toHaveCount(0);
  await expect(button(dialog, 'Deposit')).toBeEnabled();
  await expect(dialog).toContainText('Client balance2 USD');
  expect(await balanceOf(admin, client)).toBe(2);
  await other.close();
});

test('a deposit that never arrived is said to have failed, and can be sent anew', async ({
  page,
  admin,
}) => {
  const client = await makeUser(admin);
  await page.route('**/api/transactions/deposit/*', (route) => route.abort(), { times: 1 });
  await signIn(page, admin);
  const dialog = await openFunds(page, client);
  await field(dialog, 'Amount').fill('3');
  await button(dialog, 'Deposit').click();
  await expect(toast(page, 'Error', 'Deposit failed. Please try again.')).toBeVisible();
  await button(dialog, 'Deposit').click();
  await expect(toast(page, 'Success', 'Deposit successful!')).toBeVisible();
  expect(await balanceOf(admin, client)).toBe(3);
});

test('a client whose creation was lost is made once', async ({ page, admin }) => {
  const username = freshName('client');
  await loseAnswers(page, '**/api/users/create');
  await signIn(page, admin);
  await page.goto('/new-user');
  await field(page, 'Username').fill(username);
  await field(page, 'Name').fill('Once Only');
  await field(page, 'Password').fill('Panel@12345');
  await field(page, 'Balance').fill('40');
  await button(page, 'Create User').click();
  await expect(toast(page, 'Warning', unseen)).toBeVisible();
  await expect(page).toHaveURL('/users');
  await expect(rowOf(page, username)).toContainText('40');
  await expect(page.getByRole('banner')).toContainText('B 9,960 USD');
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  expect(kept).not.toContain('Panel@12345');
});

test('a decision that was lost pays once, and holds what else would pay', async ({
  page,
  admin,
}) => {
  const desk = await makeDesk(admin);
  const id = await fileWithdrawal(desk.client, 100);
  await loseAnswers(page, decidePath);
  await page.route(outcomePath, (route) => route.abort());
  await openDesk(page, admin);
  await statusOf(page, id).selectOption('Success');
  await goOn(page).click();
  await expect(confirmation(page).getByRole('status')).toContainText(unseen);
  await page.reload();
  await expect(statusOf(page, id)).toBeDisabled();
  const dialog = await openFunds(page, desk.client);
  await expect(dialog.getByRole('status')).toContainText(unseen);
  await expect(button(dialog, 'Withdraw')).toBeDisabled();
  await page.unroute(outcomePath);
  await expect(button(dialog, 'Withdraw')).toBeEnabled();
  await page.goto('/deposit-withdraw');
  await expect(wordOf(page, id)).toContainText('Success');
  expect(await balanceOf(admin, desk.client)).toBe(400);
});
