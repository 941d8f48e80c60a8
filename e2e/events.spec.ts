import { events } from '@pitboss/contract/events';
import { expect, type Locator, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { button, field, rowOf, toast } from './support/panel.ts';
import { freshName, type Operator, signIn } from './support/people.ts';
import { makePng } from './support/pictures.ts';
import { test } from './support/test.ts';

const wrongFile = 'Send a PNG, JPEG, WebP or GIF picture.';

function png(buffer = makePng()) {
  return { name: 'picture.png', mimeType: 'image/png', buffer };
}

async function openEvents(page: Page, operator: Operator, search = '') {
  await signIn(page, operator);
  await page.goto(`/event?search=${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Event' })).toBeVisible();
}

/** Opens the form and fills everything that is required. */
async function fillNew(page: Page, eventId: string): Promise<Locator> {
  await button(page, 'Add Event').click();
  const dialog = page.getByRole('dialog', { name: 'Add Event' });
  await field(dialog, 'Event ID').fill(eventId);
  await field(dialog, 'Event Name').fill(`Name of ${eventId}`);
  await field(dialog, 'Link').fill('https://play.example.com/cup');
  return dialog;
}

function addEvent(superUser: Operator, eventId: string) {
  const body = { eventId, eventName: `Name of ${eventId}`, link: 'https://play.example.com/a' };
  const icon = new Blob([Uint8Array.from(makePng())], { type: 'image/png' });
  return call(events.add, { token: superUser.token, body, files: { icon } });
}

async function isLoaded(picture: Locator): Promise<boolean> {
  return picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0);
}

test('events are for SUPER alone', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto('/event');
  await expect(page.getByText('Only SUPER may see and change the events.')).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(call(events.list, { token: admin.token })).rejects.toThrow('403');
});

test('an event is added, its pictures shown before they are sent', async ({ page, superUser }) => {
  const eventId = freshName('event');
  await openEvents(page, superUser, eventId);
  const dialog = await fillNew(page, eventId);
  await field(dialog, 'Icon').setInputFiles(png());
  await field(dialog, 'Image').setInputFiles(png(makePng([200, 40, 40])));
  for (const name of ['Icon preview', 'Image preview']) {
    await expect.poll(() => isLoaded(dialog.getByRole('img', { name }))).toBe(true);
  }
  await button(dialog, 'Create').click();
  await expect(toast(page, 'Success', 'Event created successfully')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const row = rowOf(page, eventId);
  await expect(row).toContainText('Active');
  await expect(row).toContainText('Normal');
  for (const name of [`Icon of Name of ${eventId}`, `Banner of Name of ${eventId}`]) {
    await expect.poll(() => isLoaded(row.getByRole('img', { name }))).toBe(true);
  }
});

test('an edited event keeps the picture that is not sent', async ({ page, superUser }) => {
  const eventId = freshName('event');
  const before = await addEvent(superUser, eventId);
  await openEvents(page, superUser, eventId);
  await button(rowOf(page, eventId), 'Edit Event').click();
  const dialog = page.getByRole('dialog', { name: 'Edit Event' });
  await expect(dialog).toContainText('Stays as it is');
  await field(dialog, 'Maintenance Status').selectOption('Yes');
  await field(dialog, 'Active Status').selectOption('Inactive');
  await field(dialog, 'Sequence').fill('7');
  await button(dialog, 'Update').click();
  await expect(toast(page, 'Success', 'Event updated successfully')).toBeVisible();
  const cells = rowOf(page, eventId).getByRole('cell');
  await expect(cells.nth(4)).toHaveText('7');
  await expect(cells.nth(6)).toHaveText('Inactive');
  await expect(cells.nth(7)).toHaveText('Under Maintenance');
  const all = await call(events.list, { token: superUser.token });
  expect(all.find(({ _id }) => _id === before._id)?.icon).toBe(before.icon);
});

test('a page named like a picture is refused by the server, and nothing is kept', async ({
  page,
  superUser,
}) => {
  const eventId = freshName('event');
  await openEvents(page, superUser, eventId);
  const dialog = await fillNew(page, eventId);
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  await field(dialog, 'Image').setInputFiles(png(html));
  await button(dialog, 'Create').click();
  await expect(field(dialog, 'Image')).toHaveAccessibleDescription(new RegExp(wrongFile));
  await expect(toast(page, 'Error', wrongFile)).toHaveCount(0);
  await expect(field(dialog, 'Event ID')).toHaveValue(eventId);
  await field(dialog, 'Image').setInputFiles(png());
  await button(dialog, 'Create').click();
  await expect(rowOf(page, eventId)).toHaveCount(1);
});
