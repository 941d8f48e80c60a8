import { calls } from '@pitboss/contract/calls';
import { type User, users } from '@pitboss/contract/users';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { fakeApi } from '#src/test/fake-api.ts';
import { client, operatorWallet, profile } from '#src/test/people.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { UserFormScreen } from './user-form-screen.tsx';

async function renderForm(role: 'SUPER' | 'ADMIN', user?: User) {
  signInAs(role);
  const api = fakeApi();
  api.answer(users.balance, operatorWallet);
  if (user) api.answer(users.profile, profile(user));
  const address = user ? `/new-user/${user._id}` : '/new-user';
  const screen = await renderScreen(<UserFormScreen />, address);
  const field = (name: string) => screen.getByLabelText(name, { exact: true });
  return { api, screen, field };
}

type Form = Awaited<ReturnType<typeof renderForm>>;

async function fillNewUser({ field }: Form) {
  await field('Username').fill('new.client');
  await field('Name').fill('New Client');
  await field('Password').fill('Passw0rd!');
}

it('asks SUPER for role, currency and limits, with ADMIN chosen', async () => {
  const { field } = await renderForm('SUPER');
  await expect.element(field('Admin')).toBeChecked();
  await expect.element(field('Status')).toHaveValue('active');
  for (const name of ['Currency', 'Min Bet Limit', 'Max Bet Limit']) {
    await expect.element(field(name)).toBeVisible();
  }
});

it('lets an ADMIN make nothing but a USER, without currency or limits', async () => {
  const { screen, field } = await renderForm('ADMIN');
  await expect.element(screen.getByRole('heading', { name: 'Create New User' })).toBeVisible();
  for (const name of ['Username', 'Name', 'Password', 'Balance', 'Is Demo', 'Status']) {
    await expect.element(field(name)).toBeVisible();
  }
  const roles = screen.getByRole('radiogroup', { name: 'Role' });
  await expect.element(roles.getByRole('radio', { name: 'User' })).toBeChecked();
  expect(screen.getByRole('radio').elements()).toHaveLength(1);
  await expect.element(field('Is Demo')).not.toBeChecked();
  const statuses = field('Status').getByRole('option').elements();
  expect(statuses.map(({ textContent }) => textContent)).toEqual(['Active', 'Suspended', 'Locked']);
  await expect.element(field('Status')).toHaveValue('active');
  for (const name of ['Admin', 'Currency', 'Min Bet Limit', 'Max Bet Limit']) {
    await expect.element(field(name)).not.toBeInTheDocument();
  }
});

it('says that a field is required once it was left empty', async () => {
  const { screen, field } = await renderForm('SUPER');
  await expect.element(screen.getByText('This field is required.')).not.toBeInTheDocument();
  for (const name of ['Username', 'Name', 'Password', 'Currency']) {
    const element = field(name).element() as HTMLElement;
    element.focus();
    element.blur();
    await expect.element(field(name)).toHaveAccessibleDescription('This field is required.');
  }
  await expect.element(screen.getByRole('button', { name: 'Create User' })).toBeDisabled();
});

it('can be sent when every field is filled in, and not when one is emptied again', async () => {
  const form = await renderForm('ADMIN');
  const create = form.screen.getByRole('button', { name: 'Create User' });
  await expect.element(create).toBeDisabled();
  await fillNewUser(form);
  await expect.element(create).toBeEnabled();
  await form.field('Name').fill('');
  await expect.element(create).toBeDisabled();
});

it('cannot be sent by SUPER without a currency', async () => {
  const form = await renderForm('SUPER');
  const create = form.screen.getByRole('button', { name: 'Create User' });
  await fillNewUser(form);
  await expect.element(create).toBeDisabled();
  await form.field('Currency').selectOptions('PKR');
  await expect.element(create).toBeEnabled();
});

it('strips a minus sign from the balance and says what there is to give', async () => {
  const { screen, field } = await renderForm('SUPER');
  await field('Balance').fill('-25.50');
  await expect.element(field('Balance')).toHaveValue('25.50');
  await field('Balance').fill('');
  await userEvent.type(field('Balance'), '-12-.5');
  await expect.element(field('Balance')).toHaveValue('12.5');
  await field('Currency').selectOptions('INR');
  await expect.element(screen.getByText('Available: 90,000 INR')).toBeVisible();
});

it('creates once for two clicks, with one key and the exact balance', async () => {
  const form = await renderForm('SUPER');
  const { api, screen, field } = form;
  api.answer(users.add, client());
  await fillNewUser(form);
  await field('Balance').fill('0.29');
  await field('Currency').selectOptions('PKR');
  const button = screen.getByRole('button', { name: 'Create User' });
  await expect.element(button).toBeEnabled();
  const element = button.element() as HTMLButtonElement;
  element.click();
  element.click();
  await expect.element(screen.getByText('Operation successful!')).toBeVisible();
  const calls = api.callsOf(users.add);
  expect(calls).toHaveLength(1);
  expect(calls[0]?.headers.has('Idempotency-Key')).toBe(true);
  expect(calls[0]?.body).toMatchObject({ balance: 0.29, currency: 'PKR', role: 'ADMIN' });
});

it("puts the server's errors under their fields", async () => {
  const form = await renderForm('ADMIN');
  const { api, screen, field } = form;
  const errors = { username: 'This username is already taken.', balance: 'Not enough balance.' };
  api.refuse(users.add, 400, 'The request is not valid.', errors);
  await fillNewUser(form);
  await field('Balance').fill('10');
  await screen.getByRole('button', { name: 'Create User' }).click();
  await expect.element(screen.getByText('The request is not valid.')).toBeVisible();
  await expect.element(field('Username')).toHaveAccessibleDescription(errors.username);
  await expect.element(screen.getByText(errors.balance)).toBeVisible();
});

it('falls back to its own words when a lost creation was not done, and stays', async () => {
  const form = await renderForm('ADMIN');
  form.api.lose(users.add);
  form.api.answer(calls.outcome, { outcome: 'notDone', message: '' });
  await fillNewUser(form);
  await form.screen.getByRole('button', { name: 'Create User' }).click();
  // Beside the word that the answer was lost.
  const toasts = form.screen.getByRole('region', { name: 'Notifications' }).getByRole('alert');
  const said = toasts.filter({ hasText: 'An error occurred.' });
  await expect.element(said).toHaveTextContent('ErrorAn error occurred.');
  expect(form.screen.path()).toBe('/new-user');
});

it('sends only what was changed', async () => {
  const user = client({ minimumBets: 10_00n, maximumBets: 500_00n });
  const { api, screen, field } = await renderForm('SUPER', user);
  api.answer(users.update, user);
  const update = screen.getByRole('button', { name: 'Update User' });
  await expect.element(update).toBeDisabled();
  await field('Name').fill('Another Name');
  await field('Status').selectOptions('suspended');
  await field('Min Bet Limit').fill('');
  await field('Max Bet Limit').fill('500.00');
  await update.click();
  await expect.element(screen.getByText('Operation successful!')).toBeVisible();
  const body = { name: 'Another Name', status: 'suspended', minimumBets: null };
  expect(api.callsOf(users.update).map((call) => call.body)).toEqual([body]);
});

it('asks neither password nor balance of a user that is there', async () => {
  const { field } = await renderForm('SUPER', client());
  await expect.element(field('Username')).toHaveValue('player7');
  await expect.element(field('Password')).not.toBeInTheDocument();
  await expect.element(field('Balance')).not.toBeInTheDocument();
});
