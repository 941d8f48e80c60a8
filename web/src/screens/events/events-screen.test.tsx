import { events, type Event as GameEvent } from '@pitboss/contract/events';
import { expect, it } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { EventsScreen } from './events-screen.tsx';

const event: GameEvent = {
  _id: 2n,
  eventId: 'aviator',
  eventName: 'Aviator',
  sequence: 3,
  link: 'https://play.example.com',
  icon: null,
  image: null,
  isMaintenance: true,
  isActive: true,
};

const picture = new File([new Uint8Array([137, 80, 78, 71])], 'icon.png', { type: 'image/png' });

const wrongFile = /Send a PNG, JPEG, WebP or GIF picture\./;

async function renderEvents() {
  signInAs('SUPER');
  const api = fakeApi();
  api.answer(events.list, [event]);
  const screen = await renderScreen(<EventsScreen />);
  await expect.element(screen.getByText('Aviator')).toBeVisible();
  return { api, screen, dialog: screen.getByRole('dialog') };
}

/** By the page itself: through the runner a large file takes seconds. */
function choose(field: Locator, file: File) {
  const chosen = new DataTransfer();
  chosen.items.add(file);
  const input = field.element() as HTMLInputElement;
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

async function openAdd() {
  const { api, screen, dialog } = await renderEvents();
  await screen.getByRole('button', { name: 'Add Event' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Add Event' })).toBeVisible();
  await dialog.getByLabelText('Event ID').fill('cup');
  await dialog.getByLabelText('Event Name').fill('Cup');
  return { api, screen, dialog, create: dialog.getByRole('button', { name: 'Create' }) };
}

it('shows the given columns and what they say', async () => {
  const { screen } = await renderEvents();
  const headers = screen.getByRole('columnheader').elements();
  expect(headers.map((header) => header.textContent)).toEqual([
    'Icon',
    'Banner',
    'Event ID',
    'Event Name',
    'Sequence',
    'Link',
    'Active Status',
    'Maintenance',
    'Action',
  ]);
  await expect.element(screen.getByRole('cell', { name: 'Under Maintenance' })).toBeVisible();
  const link = screen.getByRole('link', { name: 'https://play.example.com' });
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
});

it('sends a form with its fields as text and its pictures as files, shown before', async () => {
  const { api, screen, dialog, create } = await openAdd();
  api.answer(events.add, event, 'Event created successfully');
  await expect.element(dialog.getByLabelText('Sequence')).toHaveValue(1);
  await expect.element(dialog.getByLabelText('Active Status')).not.toBeInTheDocument();
  await expect.element(create).toBeDisabled();
  await dialog.getByLabelText('Link').fill('https://play.example.com/cup');
  await userEvent.upload(dialog.getByLabelText('Icon', { exact: true }), picture);
  await expect.element(dialog.getByRole('img', { name: 'Icon preview' })).toBeVisible();
  await dialog.getByLabelText('Maintenance Status').selectOptions('Yes');
  await create.click();
  await expect.element(screen.getByText('Event created successfully')).toBeVisible();
  const [sent] = api.callsOf(events.add);
  const { icon, ...fields } = (sent?.body ?? {}) as { icon?: File };
  expect(fields).toEqual({
    eventId: 'cup',
    eventName: 'Cup',
    sequence: '1',
    link: 'https://play.example.com/cup',
    isMaintenance: 'true',
  });
  expect(icon?.name).toBe('icon.png');
  expect(sent?.headers.get('Content-Type')).toBeNull();
  expect(sent?.headers.get('Authorization')).toBe('Bearer a-token');
});

it('refuses a wrong link and a wrong file before they are sent', async () => {
  const { api, dialog, create } = await openAdd();
  const link = dialog.getByLabelText('Link');
  await link.fill('https://play.example.com/cup');
  await expect.element(create).toBeEnabled();
  await link.fill('play.example.com');
  await userEvent.tab();
  await expect.element(link).toHaveAccessibleDescription('Valid URL is required.');
  await expect.element(create).toBeDisabled();
  await link.fill('https://play.example.com/cup');
  const large = new Uint8Array(5 * 1024 * 1024 + 1);
  for (const label of ['Icon', 'Image']) {
    const field = dialog.getByLabelText(label, { exact: true });
    for (const [file, words] of [
      [new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }), wrongFile],
      [new File([large], 'a.png', { type: 'image/png' }), /A file may have at most 5 MB\./],
      [new File([], 'a.png', { type: 'image/png' }), /The file is empty\./],
    ] as const) {
      choose(field, file);
      await expect.element(field).toHaveAccessibleDescription(words);
      await expect.element(create).toBeDisabled();
    }
    choose(field, picture);
    await expect.element(create).toBeEnabled();
  }
  expect(api.callsOf(events.add)).toEqual([]);
});

it('shows how far the upload is, and the refusal of the server under its field', async () => {
  const { api, screen, dialog, create } = await openAdd();
  let refuse = () => {};
  const words = 'A picture may have at most 40 megapixels.';
  api.answerLate(
    events.add,
    () =>
      new Promise((resolve) => {
        refuse = () =>
          resolve(Response.json({ message: words, errors: { icon: words } }, { status: 413 }));
      }),
  );
  await dialog.getByLabelText('Link').fill('https://play.example.com/cup');
  await userEvent.upload(dialog.getByLabelText('Icon', { exact: true }), picture);
  await create.click();
  const progress = dialog.getByRole('progressbar', { name: 'Upload' });
  await expect.element(progress).toHaveAttribute('aria-valuenow', '25');
  refuse();
  await expect.element(dialog.getByText(words)).toBeVisible();
  await expect.element(progress).not.toBeInTheDocument();
  await expectNoViolation();
  // The field says it, and there are no given words to add.
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

it('edits with the active status beside the rest', async () => {
  const { api, screen, dialog } = await renderEvents();
  api.answer(events.update, event, 'Event updated successfully');
  await screen.getByRole('button', { name: 'Edit Event' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Edit Event' })).toBeVisible();
  await expectNoViolation();
  await dialog.getByLabelText('Active Status').selectOptions('Inactive');
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect.element(screen.getByText('Event updated successfully')).toBeVisible();
  expect(api.callsOf(events.update)).toMatchObject([
    {
      method: 'PUT',
      path: '/api/event/updateevent/2',
      body: { eventId: 'aviator', sequence: '3', isMaintenance: 'true', isActive: 'false' },
    },
  ]);
});
