import { expect } from '@playwright/test';
import {
  confirmation,
  goOn,
  listPath,
  makeDesk,
  openDesk,
  question,
  wordOf,
} from './support/cash-desk.ts';
import { clientBank, fileWithdrawal } from './support/cashier.ts';
import { button, field, rowOf, toast } from './support/panel.ts';
import { test, underClock } from './support/test.ts';

test.describe('The dialogs', () => {
  test('show the receipt and decide from there', async ({ page, admin }) => {
    const { fileDeposit: file } = await makeDesk(admin);
    const id = await file(33);
    await openDesk(page, admin);
    await button(rowOf(page, id), 'Receipt').click();
    const dialog = page.getByRole('dialog', { name: 'Receipt' });
    const picture = dialog.getByRole('img', { name: /^Receipt of / });
    const width = () => picture.evaluate((img: HTMLImageElement) => img.naturalWidth);
    await expect.poll(width).toBe(240);
    await button(dialog, 'Credit 33 USD').click();
    await expect(confirmation(page)).toContainText(question);
    await expect(dialog).toHaveCount(0);
    await expect(field(confirmation(page), 'Note')).toBeFocused();
    await goOn(page).click();
    await expect(wordOf(page, id)).toHaveText('Success');
  });

  test('say that no image was found', async ({ page, admin }) => {
    const { fileDeposit: file } = await makeDesk(admin);
    const id = await file(34);
    await page.route('**/api/files/receipts/**', (route) => route.fulfill({ status: 404 }));
    await openDesk(page, admin);
    await button(rowOf(page, id), 'Receipt').click();
    const dialog = page.getByRole('dialog', { name: 'Receipt' });
    await expect(dialog.getByText('No image found')).toBeVisible();
  });

  test('copy the bank details, or say why not', async ({ page, admin, context }) => {
    const { client } = await makeDesk(admin);
    const id = await fileWithdrawal(client, 45.5);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    // Our door asks clients for an IBAN; requests that came in another way may have none.
    await page.route(listPath, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.data.data[0].bank.IBAN = '';
      await route.fulfill({ response, json });
    });
    await openDesk(page, admin);
    await button(rowOf(page, id), 'Bank Details').click();
    const dialog = page.getByRole('dialog', { name: 'Bank Details' });
    await expect(dialog).toContainText(clientBank.accountHolderName);
    const copied = toast(page, 'Success', 'Copied to clipboard!');
    for (const [name, text] of [
      ['Account Number', clientBank.accountNumber],
      ['Amount', '45.50'],
    ] as const) {
      await button(dialog, `Copy ${name}`).click();
      await copied.click();
      await expect(copied).toHaveCount(0);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    }
    await button(dialog, 'Copy IBAN').click();
    await expect(toast(page, 'Warning', 'Nothing to copy.')).toBeVisible();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('Write permission denied.'));
    });
    await button(dialog, 'Copy Bank Name').click();
    const refused = 'Failed to copy to clipboard. Please try again.';
    await expect(toast(page, 'Error', refused)).toBeVisible();
  });
});

test.describe('Auto Refresh', () => {
  test(
    'brings new requests every 10 seconds until it is turned off',
    underClock,
    async ({ page, admin }) => {
      const { fileDeposit: file } = await makeDesk(admin);
      const first = await file(51);
      await page.clock.install();
      await openDesk(page, admin);
      const reads: string[] = [];
      page.on('request', (request) => {
        // What is read because something was heard says so; it is no refresh.
        const isHeard = request.headers()['x-background'] !== undefined;
        if (request.url().endsWith('/request/dw') && !isHeard) reads.push(request.url());
      });
      await page.clock.runFor(20_000);
      expect(reads).toHaveLength(0);
      await page.getByRole('switch', { name: 'Auto Refresh' }).click();
      await expect(page).toHaveURL('/deposit-withdraw?refresh=on');
      await button(rowOf(page, first), 'Receipt').click();
      const dialog = page.getByRole('dialog', { name: 'Receipt' });
      await expect(dialog).toBeVisible();
      const second = await file(52);
      const answer = Promise.withResolvers<void>();
      await page.route(
        listPath,
        async (route) => {
          await answer.promise;
          await route.continue();
        },
        { times: 1 },
      );
      const asked = page.waitForRequest(listPath);
      await page.clock.runFor(10_000);
      await asked;
      // Any other call that takes this long has the overlay by now.
      await page.clock.runFor(2_000);
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      answer.resolve();
      await expect(page.getByRole('row').filter({ hasText: '52 USD' })).toHaveCount(1);
      await expect(dialog).toBeVisible();
      await expect(dialog).toContainText('51 USD');
      await button(dialog, 'Close').click();
      await expect(rowOf(page, second)).toContainText('New');
      await expect(rowOf(page, first)).not.toContainText('New');
      await expect(page.getByText('1 new request')).toBeVisible();
      await button(page, 'Mark as seen').click();
      await expect(rowOf(page, second)).not.toContainText('New');
      await page.getByRole('switch', { name: 'Auto Refresh' }).click();
      await expect(page).toHaveURL('/deposit-withdraw');
      const before = reads.length;
      await page.clock.runFor(30_000);
      expect(reads).toHaveLength(before);
      expect(before).toBeGreaterThan(0);
    },
  );

  test('stops when the screen is left', underClock, async ({ page, admin }) => {
    await page.clock.install();
    await openDesk(page, admin, '?refresh=on');
    const asked = page.waitForRequest(listPath);
    await page.clock.runFor(10_000);
    await asked;
    await page.getByRole('link', { name: 'Banks', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Bank Details' })).toBeVisible();
    const reads: string[] = [];
    page.on('request', (request) => reads.push(request.url()));
    await page.clock.runFor(30_000);
    expect(reads.filter((url) => url.endsWith('/request/dw'))).toEqual([]);
  });
});
