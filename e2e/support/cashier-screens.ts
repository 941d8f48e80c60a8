import { expect, type Page } from '@playwright/test';
import { type Cast, type Screen, settled, touch, visit } from './cast.ts';
import { button, field, rowOf } from './panel.ts';
import { makePng } from './pictures.ts';

async function visitRequests(page: Page, cast: Cast, query = '') {
  await visit(page, cast, `/deposit-withdraw${query}`, 'Deposit/Withdraw');
  await settled(page);
}

function requestsOfClient(page: Page, cast: Cast) {
  return visitRequests(page, cast, `/${cast.client._id}`);
}

async function openReceipt(page: Page, cast: Cast) {
  await requestsOfClient(page, cast);
  await button(rowOf(page, cast.depositId), 'Receipt').click();
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toBeVisible();
}

async function visitSupport(page: Page, cast: Cast) {
  await visit(page, cast, '/customer-support', 'Customer Support');
  await settled(page);
}

/** The screens and dialogs of the cashier and of what operators publish. */
export const cashierScreens: Screen[] = [
  { name: 'requests', open: requestsOfClient },
  { name: 'requests of everybody', open: (page, cast) => visitRequests(page, cast) },
  {
    name: 'requests new',
    isByItself: true,
    open: async (page, cast) => {
      await page.route('**/api/banking/users/request/dw', async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        const { data } = json.data;
        const isFirst = route.request().postDataJSON().status === 'failed';
        const createdAt = new Date(Date.now() + 60_000).toISOString();
        json.data.data = isFirst ? [] : data.map((row: object) => ({ ...row, createdAt }));
        await route.fulfill({ response, json });
      });
      await visitRequests(page, cast, `/${cast.client._id}?status=failed&refresh=on`);
      await field(page, 'Status').selectOption('All');
      // Simulated clients of the demo file requests too, this one among them.
      await expect(page.getByText(/^\d+ new requests$/)).toBeVisible();
    },
  },
  {
    name: 'requests shortcuts',
    isByItself: true,
    open: async (page, cast) => {
      await requestsOfClient(page, cast);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    },
  },
  {
    name: 'receipt',
    open: async (page, cast) => {
      await openReceipt(page, cast);
      await expect(page.getByRole('img', { name: /^Receipt of/ })).toBeVisible();
    },
  },
  {
    name: 'receipt missing',
    isByItself: true,
    open: async (page, cast) => {
      await page.route('**/api/files/receipts/**', (route) => route.fulfill({ status: 404 }));
      await openReceipt(page, cast);
      await expect(page.getByText('No image found')).toBeVisible();
    },
  },
  {
    name: 'request bank details',
    isByItself: true,
    open: async (page, cast) => {
      await requestsOfClient(page, cast);
      await button(rowOf(page, cast.withdrawalId), 'Bank Details').click();
      await expect(page.getByRole('dialog', { name: 'Bank Details' })).toBeVisible();
    },
  },
  {
    name: 'request success',
    isByItself: true,
    open: async (page, cast) => {
      await requestsOfClient(page, cast);
      await field(page, `Status of request ${cast.depositId}`).selectOption('Success');
      await expect(page.getByRole('dialog', { name: 'Confirm Success' })).toBeVisible();
    },
  },
  {
    name: 'banks',
    open: async (page, cast) => {
      await visit(page, cast, '/banks', 'Bank Details');
      await settled(page);
    },
  },
  {
    name: 'add bank',
    isByItself: true,
    open: async (page, cast) => {
      await visit(page, cast, '/banks', 'Bank Details');
      await button(page, 'Add Bank').click();
      await touch(page, ['Bank Name', 'Account Holder', 'Account Number', 'IBAN']);
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(4);
    },
  },
  {
    name: 'edit bank',
    isByItself: true,
    open: async (page, cast) => {
      await visit(page, cast, '/banks', 'Bank Details');
      await button(rowOf(page, cast.bankId), 'Edit Bank').click();
      await expect(field(page, 'Limits')).toHaveValue('500');
    },
  },
  {
    name: 'events',
    open: async (page, cast) => {
      await visit(page, cast, '/event', 'Event');
      await settled(page);
      await expect(page.getByRole('img', { name: 'Icon of Aviator' })).toBeVisible();
    },
  },
  {
    name: 'add event',
    isByItself: true,
    open: async (page, cast) => {
      await visit(page, cast, '/event', 'Event');
      await button(page, 'Add Event').click();
      await touch(page, ['Event ID', 'Link']);
      const file = { name: 'icon.png', mimeType: 'image/png', buffer: makePng() };
      await field(page, 'Icon').setInputFiles(file);
      await expect(page.getByRole('img', { name: 'Icon preview' })).toBeVisible();
      await field(page, 'Image').setInputFiles({ ...file, mimeType: 'image/svg+xml' });
      await expect(page.getByText('Send a PNG, JPEG, WebP or GIF picture.')).toBeVisible();
    },
  },
  {
    name: 'edit event',
    isByItself: true,
    open: async (page, cast) => {
      await visit(page, cast, '/event', 'Event');
      await button(rowOf(page, 'Night Rounds').first(), 'Edit Event').click();
      await expect(page.getByRole('img', { name: 'Image preview' })).toBeVisible();
    },
  },
  { name: 'customer support', open: visitSupport },
  {
    name: 'customer support empty',
    isByItself: true,
    open: async (page, cast) => {
      const json = { status: 'success', message: '', data: [] };
      await page.route('**/api/customersupport/getall', (route) => route.fulfill({ json }));
      await visitSupport(page, cast);
      await expect(page.getByText('No Record Found...')).toBeVisible();
    },
  },
  {
    name: 'edit customer support',
    isByItself: true,
    open: async (page, cast) => {
      await visitSupport(page, cast);
      await button(page, 'Edit').first().click();
      const dialog = page.getByRole('dialog', { name: 'Edit Customer Support' });
      await field(dialog, 'Link').fill('not a link');
      await field(dialog, 'Link').blur();
      await expect(dialog.getByText('Valid URL is required.')).toBeVisible();
    },
  },
];
