import { sidewaysPx } from '@pitboss/testkit/accessibility';
import { expect, type Page } from '@playwright/test';
import { expectNoViolation } from './support/axe.ts';
import { makePlayer } from './support/cashier.ts';
import { button, field, rowOf, toast } from './support/panel.ts';
import { makeUser, type Operator, signIn } from './support/people.ts';
import { test } from './support/test.ts';

async function openClient(page: Page, operator: Operator, { _id }: { _id: string }, query = '') {
  await signIn(page, operator);
  await page.goto(`/clients/${_id}${query}`);
}

/** It is looked at in every width; the test goes on in the one that it was in. */
async function expectClean(page: Page) {
  const size = page.viewportSize();
  await expectNoViolation(page);
  if (size) await page.setViewportSize(size);
}

const tabs = (page: Page) => page.getByRole('navigation', { name: /^More about/ });
const figure = (page: Page, title: string) =>
  page.getByRole('main').getByRole('term').filter({ hasText: title }).locator('xpath=..');

test('a client’s page has its figures, and every button does what it says', async ({
  page,
  admin,
  game,
}) => {
  const client = await makePlayer(admin, { balance: 1_000 });
  const bets = [
    { by: client, stake: 100, cashout: 1.5 },
    { by: client, stake: 50 },
  ];
  await game.playRound(bets, { crashAt: 2 });
  await signIn(page, admin);
  await page.goto('/users');
  await page.getByRole('link', { name: client.username, exact: true }).click();
  await expect(page).toHaveURL(`/clients/${client._id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(client.username);
  await expect(figure(page, 'Balance')).toContainText('1,000');
  await expect(figure(page, 'Cash in')).toContainText('1,000');
  await expect(figure(page, 'Cash out')).toContainText('0');
  await expect(figure(page, 'Stakes')).toContainText('1502 settled bets');
  await expect(figure(page, 'Payouts')).toContainText('150');
  await expect(rowOf(page, client.username)).toHaveCount(2);

  await button(page, 'Deposit/Withdraw').click();
  const funds = page.getByRole('dialog', { name: 'Deposit/Withdraw' });
  await field(funds, 'Amount').fill('250');
  await button(funds, 'Deposit').click();
  await expect(toast(page, 'Success', 'Deposit successful!')).toBeVisible();
  await expect(figure(page, 'Cash in')).toContainText('1,250');
  await expect(figure(page, 'Balance')).toContainText('1,250');

  await button(page, 'Lock').click();
  const lock = page.getByRole('dialog', { name: `Lock ${client.username}` });
  await button(lock, 'Lock').click();
  await expect(lock.getByText('This field is required.')).toBeVisible();
  await field(lock, 'Reason').fill('Two accounts of one person');
  await button(lock, 'Lock').click();
  await expect(button(page, 'Unlock')).toBeVisible();
  await tabs(page).getByRole('link', { name: 'History' }).click();
  const done = page.getByRole('row').filter({ hasText: 'Status changed' });
  await expect(done).toContainText('active → locked');
  await expect(done).toContainText('Two accounts of one person');
  await button(page, 'Unlock').click();
  const unlock = page.getByRole('dialog', { name: `Unlock ${client.username}` });
  await field(unlock, 'Reason').fill('Cleared');
  await button(unlock, 'Unlock').click();
  await expect(button(page, 'Lock')).toBeVisible();

  await button(page, 'Change Password').click();
  await expect(page.getByRole('dialog', { name: 'Change Password' })).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Edit').click();
  await expect(page).toHaveURL(`/new-user/${client._id}`);
  await page.goBack();
  await button(page, 'Delete').click();
  await button(page, 'Confirm').click();
  await button(page, 'Delete anyway').click();
  await expect(page).toHaveURL('/users');
  await page.goto(`/clients/${client._id}`);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('User not found.');
});

test('its tabs stand in the address', async ({ page, admin }) => {
  const client = await makePlayer(admin, { balance: 100 });
  await openClient(page, admin, client);
  for (const name of ['Statement', 'Requests', 'Sessions', 'History', 'Notes']) {
    await tabs(page).getByRole('link', { name }).click();
    await expect(page).toHaveURL(`/clients/${client._id}?tab=${name.toLowerCase()}`);
    await expect(tabs(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
  }
  await page.goBack();
  await expect(page).toHaveURL(`/clients/${client._id}?tab=history`);
  await tabs(page).getByRole('link', { name: 'Sessions' }).click();
  await expect(page.getByRole('table', { name: 'Sessions' })).toContainText('Active');
});

test('none of its tabs has a violation', async ({ page, admin }) => {
  const client = await makePlayer(admin, { balance: 100 });
  await openClient(page, admin, client);
  for (const name of ['Bets', 'Statement', 'Requests', 'Sessions', 'History', 'Notes']) {
    await test.step(name, async () => {
      const tab = tabs(page).getByRole('link', { name });
      await tab.click();
      await expect(tab).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
      await expectClean(page);
    });
  }
});

test('balances are told over time, as a table, and of a moment', async ({ page, admin }) => {
  const client = await makeUser(admin, { balance: 300 });
  await openClient(page, admin, client);
  const section = page.getByRole('region', { name: 'Balance over time' });
  const slider = section.getByRole('slider');
  await expect(slider).toHaveAttribute('aria-valuetext', /: 300 USD$/);
  await slider.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', /: 0 USD$/);
  await button(section, '7 days').click();
  await expect(button(section, '7 days')).toHaveAttribute('aria-pressed', 'true');
  await button(section, 'Show as table').click();
  await expect(section.getByRole('table')).toContainText('300');
  await field(section, 'Balance at').fill('2020-01-01T12:00:00');
  await expect(section.getByRole('status')).toHaveText('0 USD, before its first entry');
  await field(section, 'Balance at').fill('2999-01-01T12:00:00');
  await expect(section.getByRole('status')).toHaveText(/^300 USD, since /);
});

test('a note of one operator is read by those above, and by no other branch', async ({
  page,
  admin,
  superUser,
  browser,
}) => {
  const client = await makeUser(admin, { balance: 10 });
  await openClient(page, admin, client, '?tab=notes');
  await field(page, 'New note').fill('Called: <b>asks</b> why.\nShown the seconds.');
  await button(page, 'Add Note').click();
  await expect(page.getByRole('listitem').filter({ hasText: 'asks' })).toContainText(
    admin.username,
  );
  const context = await browser.newContext();
  const above = await context.newPage();
  await openClient(above, superUser, client, '?tab=notes');
  await expect(above.getByRole('listitem').filter({ hasText: '<b>asks</b>' })).toBeVisible();
  await expect(above.getByText('Only its own operator can change it.')).toBeVisible();
  const path = above.getByRole('navigation', { name: 'Operators' });
  await expect(path).toContainText(`super${admin.username}`);
  await path.getByRole('link', { name: admin.username }).click();
  await expect(above).toHaveURL(`/clients/${admin._id}?tab=downline`);
  await expect(rowOf(above, client.username)).toBeVisible();
  await expectNoViolation(above);
  await context.close();
  const stranger = await makeUser(superUser);
  await page.goto(`/clients/${stranger._id}?tab=notes`);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('User not found.');
});

test('a phone shows all of it without sideways scrolling', async ({ page, admin, game }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const client = await makePlayer(admin, { balance: 100 });
  await game.playRound([{ by: client, stake: 5 }], { crashAt: 1.5 });
  await openClient(page, admin, client, '?tab=notes');
  await tabs(page).scrollIntoViewIfNeeded();
  await expect(tabs(page).getByRole('link', { name: 'Notes' })).toBeInViewport({ ratio: 0.9 });
  await expect.poll(() => page.evaluate(sidewaysPx)).toBe(0);
  await tabs(page).getByRole('link', { name: 'Bets' }).click();
  await page.getByRole('link', { name: /^Bet \d+$/ }).click();
  await expect(page).toHaveURL(/\/bets\/\d+$/);
  await expect(page.getByRole('table', { name: 'Ledger' })).toBeVisible();
  await expect.poll(() => page.evaluate(sidewaysPx)).toBe(0);
});

test('a complaint about a bet is answered on one page, and the client checks the round', async ({
  page,
  admin,
  superUser,
  game,
  browser,
}) => {
  const client = await makeUser(admin, { balance: 500 });
  const round = await game.playRound([{ by: client, stake: 40, autoCashout: 3, cashout: 1.25 }], {
    crashAt: 2,
  });
  await signIn(page, admin);
  await page.goto('/bets');
  await rowOf(page, client.username)
    .getByRole('link', { name: /^Bet \d+$/ })
    .click();
  const facts = page.getByRole('region', { name: 'Bet', exact: true });
  await expect(facts).toContainText('Target3.00×');
  await expect(facts).toContainText('Left at1.25×');
  await expect(facts).toContainText('Crashed at2.00×');
  await expect(facts).toContainText('Cashout Amount50');
  const ledger = page.getByRole('table', { name: 'Ledger' });
  await expect(ledger.getByRole('row')).toHaveCount(5);
  await expect(ledger).toContainText('+50');
  await expect(page.getByRole('table', { name: 'Times' })).toContainText('Settled');
  await expectClean(page);
  const href = await page.getByRole('link', { name: /^public verification/ }).getAttribute('href');
  expect(href).toBe(`/verify/${round}`);

  const context = await browser.newContext();
  const outside = await context.newPage();
  await outside.goto(String(href));
  await button(outside, 'Verify').click();
  await expect(outside.getByText('The seed matches the hash.')).toBeVisible();
  await expect(outside.getByText(client.username)).toHaveCount(0);
  await expect(outside.getByText(admin.username)).toHaveCount(0);
  await expectNoViolation(outside);
  await context.close();

  const stranger = await makeUser(superUser, { balance: 10 });
  await game.playRound([{ by: stranger, stake: 3 }], { crashAt: 1.1 });
  const bet = BigInt(page.url().split('/').at(-1) ?? 0) + 1n;
  await page.goto(`/bets/${bet}`);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Bet not found.');
});
