import { type Support, support } from '@pitboss/contract/support';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { SupportScreen } from './support-screen.tsx';

const calling: Support = { _id: 6n, type: 'calling', link: 'tel:+49123456' };

async function renderSupport(entries: Support[]) {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(support.list, entries);
  const screen = await renderScreen(<SupportScreen />);
  await expect.element(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  return { api, screen, dialog: screen.getByRole('dialog') };
}

it('says so when there is none yet', async () => {
  const { screen } = await renderSupport([]);
  await expect.element(screen.getByText('No Record Found...')).toBeVisible();
  await expectNoViolation();
});

it('adds a link once it is one', async () => {
  const { api, screen } = await renderSupport([]);
  api.answer(support.add, calling);
  const [type, link] = [screen.getByLabelText('Type'), screen.getByLabelText('Link')];
  const save = screen.getByRole('button', { name: 'Save' });
  await expect.element(type).toHaveValue('whatsapp');
  const offered = type.getByRole('option').elements();
  expect(offered.map((option) => option.textContent)).toEqual([
    'whatsapp',
    'telegram',
    'calling',
    'mobile',
    'facebook',
    'instagram',
  ]);
  await expect.element(save).toBeDisabled();
  for (const wrong of ['javascript:alert(1)', 'somewhere', '']) {
    await link.fill(wrong);
    await userEvent.tab();
    await expect.element(link).toHaveAccessibleDescription('Valid URL is required.');
    await expect.element(save).toBeDisabled();
  }
  await type.selectOptions('telegram');
  await link.fill('https://t.me/desk');
  await save.click();
  await expect.element(screen.getByText('Support updated successfully')).toBeVisible();
  expect(api.callsOf(support.add)).toMatchObject([
    { body: { type: 'telegram', link: 'https://t.me/desk' } },
  ]);
  await expect.element(link).toHaveValue('');
  await expect.element(type).toHaveValue('whatsapp');
});

it('keeps a link that could not be added', async () => {
  const { api, screen } = await renderSupport([]);
  api.lose(support.add);
  await screen.getByLabelText('Link').fill('https://t.me/desk');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('ErrorFailed to update support');
  await expect.element(screen.getByLabelText('Link')).toHaveValue('https://t.me/desk');
});

it('shows what was added while the list was still on its way, with an older answer', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  const older = Promise.withResolvers<Support[]>();
  api.answerBy(support.list, () => older.promise);
  const screen = await renderScreen(<SupportScreen />);
  api.answerBy(support.add, () => {
    api.answer(support.list, [calling]);
    return calling;
  });
  await screen.getByLabelText('Link').fill('https://t.me/desk');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Support updated successfully')).toBeVisible();
  older.resolve([]);
  await expect.element(screen.getByRole('link', { name: calling.link })).toBeVisible();
});

it('edits, keeping a type that the form does not offer otherwise', async () => {
  const { api, screen, dialog } = await renderSupport([calling]);
  api.lose(support.update);
  await screen.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Edit Customer Support' })).toBeVisible();
  const offered = dialog.getByRole('option').elements();
  expect(offered.map((option) => option.textContent)).toEqual([
    'Whatsapp',
    'Telegram',
    'Live Chat',
    'calling',
  ]);
  const [link, save] = [
    dialog.getByLabelText('Link'),
    dialog.getByRole('button', { name: 'Save Changes' }),
  ];
  await expect.element(link).toHaveValue('tel:+49123456');
  for (const wrong of ['javascript:alert(1)', 'not a link']) {
    await link.fill(wrong);
    await userEvent.tab();
    await expect.element(link).toHaveAccessibleDescription('Valid URL is required.');
    await expect.element(save).toBeDisabled();
  }
  await dialog.getByLabelText('Type').selectOptions('Live Chat');
  await link.fill('https://chat.example.com');
  await save.click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('ErrorFailed to update support');
  expect(api.callsOf(support.update)).toMatchObject([
    {
      path: '/api/customersupport/update/6',
      body: { type: 'livechat', link: 'https://chat.example.com' },
    },
  ]);
});

it('offers three types to edit an entry of one of them, and closes on Cancel', async () => {
  const chat: Support = { _id: 9n, type: 'whatsapp', link: 'https://wa.me/15550100' };
  const { api, screen, dialog } = await renderSupport([chat]);
  await screen.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.element(dialog.getByLabelText('Type')).toHaveDisplayValue('Whatsapp');
  const offered = dialog.getByRole('option').elements();
  expect(offered.map((option) => option.textContent)).toEqual([
    'Whatsapp',
    'Telegram',
    'Live Chat',
  ]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.callsOf(support.update)).toEqual([]);
});

it('deletes after asking', async () => {
  const { api, screen, dialog } = await renderSupport([calling]);
  api.lose(support.remove);
  const row = screen.getByRole('link', { name: calling.link });
  await screen.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = `Are you sure you want to delete ${calling.link}?`;
  await expect.element(dialog.getByText(question)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row).toBeVisible();
  expect(api.callsOf(support.remove)).toEqual([]);
  await screen.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('ErrorFailed to delete support');
  await expect.element(row).toBeVisible();
  expect(api.callsOf(support.remove)).toMatchObject([{ path: '/api/customersupport/delete/6' }]);
});

it('takes a telephone number as it is typed and links it to a call', async () => {
  const typed = '+91 90000 00000';
  const phone: Support = { _id: 8n, type: 'whatsapp', link: typed };
  const { api, screen } = await renderSupport([phone]);
  api.answer(support.add, phone);
  const shown = screen.getByRole('link', { name: typed });
  await expect.element(shown).toHaveAttribute('href', 'tel:+919000000000');
  await screen.getByLabelText('Link').fill(typed);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => api.callsOf(support.add))
    .toMatchObject([{ body: { type: 'whatsapp', link: typed } }]);
});

it('says the fixed words first and the reason after them', async () => {
  const { api, screen, dialog } = await renderSupport([calling]);
  api.refuse(support.remove, 404, 'Support entry not found.');
  await screen.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const said = screen.getByRole('region', { name: 'Notifications' }).getByRole('alert');
  await expect
    .element(said)
    .toHaveTextContent('ErrorFailed to delete supportSupport entry not found.');
});

it('marks both fields of the edit form on Enter', async () => {
  const { api, screen, dialog } = await renderSupport([calling]);
  await screen.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByLabelText('Link').fill('nowhere');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('Valid URL is required.')).toBeVisible();
  await expectNoViolation();
  expect(api.callsOf(support.update)).toEqual([]);
});

it('shows what leads nowhere safe as mere text', async () => {
  const odd: Support = { _id: 7n, type: 'mobile', link: 'javascript:alert(1)' };
  const { screen } = await renderSupport([calling, odd]);
  await expect.element(screen.getByRole('link', { name: 'tel:+49123456' })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: 'javascript:alert(1)' })).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'javascript:alert(1)' }))
    .not.toBeInTheDocument();
});
