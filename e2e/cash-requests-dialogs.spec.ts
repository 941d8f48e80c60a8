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

test('the dialogs show bank details and receipt, and decide from there', async ({
  page,
  admin,
  context,
}) => {
  const { client, fileDeposit: file } = await makeDesk(admin);
  const withdrawal = await fileWithdrawal(client, 45.5);
  const id = await file(33);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDesk(page, admin);
  await button(rowOf(page, withdrawal), 'Bank Details').click();
  const details = page.getByRole('dialog', { name: 'Bank Details' });
  await expect(details).toContainText(clientBank.accountHolderName);
  const copied = toast(page, 'Success', 'Copied to clipboard!');
  for (const [name, text] of [
    ['Account Number', clientBank.accountNumber],
    ['Amount', '45.50'],
  ] as const) {
    await button(details, `Copy ${name}`).click();
    await copied.click();
    await expect(copied).toHaveCount(0);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }
  await button(details, 'Close').click();
  await expect(details).toHaveCount(0);

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

test(
  'Auto Refresh brings new requests until the screen is left',
  underClock,
  async ({ page, admin }) => {
    const { fileDeposit: file } = await makeDesk(admin);
    const first = await file(51);
    await page.clock.install();
    await openDesk(page, admin, '?refresh=on');
    const second = await file(52);
    const asked = page.waitForRequest(listPath);
    await page.clock.runFor(10_000);
    await asked;
    await expect(rowOf(page, second)).toContainText('New');
    await expect(rowOf(page, first)).not.toContainText('New');
    await expect(page.getByText('1 new request')).toBeVisible();
    await page.getByRole('link', { name: 'Banks', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Bank Details' })).toBeVisible();
    const reads: string[] = [];
    page.on('request', (request) => reads.push(request.url()));
    await page.clock.runFor(30_000);
    expect(reads.filter((url) => url.endsWith('/request/dw'))).toEqual([]);
  },
);
