import { expect } from '@playwright/test';
import {
  confirmation,
  goOn,
  listPath,
  makeDesk,
  openDesk,
  statusOf,
  wordOf,
} from './support/cash-desk.ts';
import {
  addBank,
  balances,
  decide,
  fileDeposit,
  fileWithdrawal,
  makePlayer,
} from './support/cashier.ts';
import { button, field, rowOf, toast } from './support/panel.ts';
import { deposit, makeAdmin, makeUser, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test.describe('The list', () => {
  test('shows the requests of the branch and what waits', async ({ page, admin }) => {
    const { client, fileDeposit: file } = await makeDesk(admin);
    const deposited = await file(120.5);
    const withdrawn = await fileWithdrawal(client, 80);
    await decide(admin, await file(7), 'failed');
    await openDesk(page, admin);
    const cells = rowOf(page, deposited).getByRole('cell');
    await expect(cells.nth(1)).toHaveText(/^\d{1,2}\/\d{1,2}\/\d\d, \d{1,2}:\d\d:\d\d [AP]M$/);
    await expect(cells.nth(2)).toHaveText(client.username);
    await expect(cells.nth(3)).toHaveText('120.50 USD');
    await expect(cells.nth(4)).toHaveText('Deposit');
    await expect(cells.nth(6)).toHaveText('Pending');
    await expect(rowOf(page, withdrawn).getByRole('cell').nth(4)).toHaveText('Withdraw');
    await expect(rowOf(page, withdrawn).getByRole('cell').nth(5)).toHaveText('-');
    const waiting = page.getByRole('button', { name: /^2 pending in USD/ });
    await expect(waiting).toContainText('Deposit 120.50');
    await expect(waiting).toContainText('Withdraw 80');
    await waiting.click();
    await expect(page).toHaveURL(/status=pending/);
    await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible();
  });

  test('is filtered by day, type, status and search, all in the address', async ({
    page,
    admin,
  }) => {
    const { client, fileDeposit: file } = await makeDesk(admin);
    const other = await makePlayer(admin);
    const failed = await file(11);
    await decide(admin, failed, 'failed');
    const waiting = await file(12, other);
    const withdrawn = await fileWithdrawal(client, 13);
    const shows = async (...ids: string[]) => {
      await expect(page.getByRole('row')).toHaveCount(ids.length + 1);
      for (const id of ids) await expect(rowOf(page, id)).toBeVisible();
    };
    await openDesk(page, admin);
    await shows(failed, waiting, withdrawn);
    await field(page, 'Type').selectOption('Deposit');
    await shows(failed, waiting);
    await field(page, 'Status').selectOption('Failed');
    await shows(failed);
    await expect(page).toHaveURL('/deposit-withdraw?type=deposit&status=failed');
    await page.reload();
    await shows(failed);
    await page.goBack();
    await expect(field(page, 'Status')).toHaveValue('all');
    await shows(failed, waiting);
    await field(page, 'Search').fill(other.username);
    await shows(waiting);
    await page.goto(`/deposit-withdraw?search=${withdrawn}`);
    await shows(withdrawn);
    await page.goto('/deposit-withdraw?startDay=2020-01-01&endDay=2020-02-01');
    await expect(page.getByRole('cell', { name: 'No matching records found' })).toBeVisible();
  });

  test('of one client is reached from the clients list', async ({ page, admin }) => {
    const { client, fileDeposit: file } = await makeDesk(admin);
    const [own, others] = [await file(21), await file(22, await makePlayer(admin))];
    await signIn(page, admin);
    await page.goto('/users');
    const history = rowOf(page, client.username).getByRole('link', {
      name: 'Deposit/Withdraw History',
    });
    await history.click();
    await expect(page).toHaveURL(`/deposit-withdraw/${client._id}`);
    await expect(page.getByText(`Only requests of ${client.username}.`)).toBeVisible();
    await expect(rowOf(page, own)).toBeVisible();
    await expect(rowOf(page, others)).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^1 pending in USD/ })).toBeVisible();
    await page.getByRole('link', { name: 'Show all' }).click();
    await expect(page).toHaveURL('/deposit-withdraw');
    await expect(rowOf(page, others)).toBeVisible();
  });

  test('of a stranger shows nothing and says why', async ({ page, admin, superUser }) => {
    const stranger = await makeUser(superUser);
    await signIn(page, admin);
    await page.goto(`/deposit-withdraw/${stranger._id}`);
    await expect(page.getByRole('main').getByText('User not found.')).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(page.getByText(stranger.username)).toHaveCount(0);
    await page.getByRole('link', { name: 'Show all' }).click();
    await expect(page.getByRole('cell', { name: 'No matching records found' })).toBeVisible();
  });
});

test.describe('Deciding', () => {
  test('failed is sent without asking, and pending or Undo opens it again', async ({
    page,
    admin,
  }) => {
    const { client } = await makeDesk(admin);
    const id = await fileWithdrawal(client, 120);
    expect(await balances(admin, client)).toEqual([9_500, 380]);
    await openDesk(page, admin);
    const rejected = toast(page, 'Rejected', `Request ${id} is now failed.`);
    const reopened = toast(page, 'Success', `Request ${id} is now pending.`);
    const ways = [
      () => button(rejected, 'Undo').click(),
      async () => {
        await statusOf(page, id).selectOption('Pending');
      },
    ];
    for (const openAgain of ways) {
      await statusOf(page, id).selectOption('Failed');
      await expect(rejected).toBeVisible();
      await expect(wordOf(page, id)).toHaveText('Failed');
      expect(await balances(admin, client)).toEqual([9_500, 500]);
      await openAgain();
      await expect(reopened).toBeVisible();
      await expect(wordOf(page, id)).toHaveText('Pending');
      expect(await balances(admin, client)).toEqual([9_500, 380]);
      await reopened.click();
      await expect(reopened).toHaveCount(0);
    }
  });

  test('Confirm moves the money and nothing leads on from there', async ({ page, admin }) => {
    const { client, fileDeposit: file } = await makeDesk(admin);
    const deposited = await file(75.25);
    const withdrawn = await fileWithdrawal(client, 100);
    await openDesk(page, admin);
    await statusOf(page, deposited).selectOption('Success');
    await goOn(page).click();
    await expect(toast(page, 'Success', `Request ${deposited} is now success.`)).toBeVisible();
    await expect(confirmation(page)).toHaveCount(0);
    await expect(wordOf(page, deposited)).toHaveText('Success');
    await expect(statusOf(page, deposited)).toBeDisabled();
    await expect(page.getByRole('banner')).toContainText('B 9,424.75 USD');
    expect(await balances(admin, client)).toEqual([9_424.75, 475.25]);
    await statusOf(page, withdrawn).selectOption('Success');
    await goOn(page).click();
    await expect(wordOf(page, withdrawn)).toHaveText('Success');
    expect(await balances(admin, client)).toEqual([9_524.75, 475.25]);
    await expect(page.getByText('Nothing is pending.')).toBeVisible();
    await page.reload();
    await expect(statusOf(page, withdrawn)).toBeDisabled();
    await expect(statusOf(page, withdrawn)).toHaveValue('success');
  });

  test('of two browsers one decides, and the other is told', async ({ page, admin, browser }) => {
    const { client, fileDeposit: file } = await makeDesk(admin);
    const id = await file(40);
    const second = await browser.newPage();
    await openDesk(page, admin);
    await openDesk(second, admin);
    await statusOf(second, id).selectOption('Success');
    await statusOf(page, id).selectOption('Success');
    // What it hears of the decision is still on its way when it decides.
    const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
    await second.route(listPath, async (route) => {
      await heard;
      await route.continue();
    });
    await goOn(page).click();
    await expect(wordOf(page, id)).toHaveText('Success');
    await goOn(second).click();
    const words = 'This request is already success.';
    await expect(toast(second, 'Error', words)).toBeVisible();
    hear();
    await expect(wordOf(second, id)).toHaveText('Success');
    await expect(statusOf(second, id)).toBeDisabled();
    expect(await balances(admin, client)).toEqual([9_460, 540]);
    await second.close();
  });

  test('without enough balance it says so, and succeeds once there is', async ({
    page,
    superUser,
  }) => {
    const poor = await makeAdmin(superUser, { balance: 10 });
    const client = await makePlayer(poor);
    const id = await fileDeposit(client, (await addBank(poor))._id, 50);
    await openDesk(page, poor);
    await statusOf(page, id).selectOption('Success');
    await goOn(page).click();
    const words = 'Not enough balance: 10.00 USD available.';
    await expect(toast(page, 'Error', words)).toBeVisible();
    await expect(statusOf(page, id)).toHaveValue('pending');
    expect(await balances(poor, client)).toEqual([10, 0]);
    await deposit(superUser, poor, 40);
    await statusOf(page, id).selectOption('Success');
    await goOn(page).click();
    await expect(wordOf(page, id)).toHaveText('Success');
    expect(await balances(poor, client)).toEqual([0, 50]);
  });
});
