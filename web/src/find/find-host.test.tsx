import { type Found, find } from '@pitboss/contract/find';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { FindButton } from '#src/app/shell/find-button.tsx';
import { clearSession, useOperator } from '#src/lib/session.ts';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { operatorWallet } from '#src/test/people.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';

function answerWith(...usernames: string[]): Found {
  const clients = usernames.map((username, index) => ({
    _id: BigInt(7 + index),
    username,
    name: 'Maria',
    role: 'USER' as const,
    exposure: 0n,
    balance: 500n,
    currency: 'USD' as const,
    status: 'active' as const,
    isDemo: false,
    parentId: 1n,
    parentName: 'olga',
  }));
  return { clients, requests: [], rounds: [], bets: [], transfers: [], banks: [] };
}

function Header() {
  const operator = useOperator();
  return operator ? <FindButton operator={operator} /> : null;
}

async function openFind() {
  signInAs('ADMIN');
  const api = fakeApi();
  const screen = await renderScreen(<Header />, '/dashboard');
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = screen.getByRole('combobox', { name: 'Find' });
  await expect.element(field).toHaveFocus();
  return { api, screen, field };
}

it('asks once for what was typed, and leads to it by keyboard', async () => {
  const { api, screen, field } = await openFind();
  api.answer(find.all, answerWith('player1', 'player10'));
  await field.fill('player1');
  await expect.element(screen.getByRole('option', { name: /^player10/ })).toBeVisible();
  await expect
    .element(screen.getByRole('option', { name: /^player1 / }))
    .toHaveAttribute('aria-selected', 'true');
  expect(api.callsOf(find.all)).toHaveLength(1);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => screen.path()).toBe('/clients/8');
  await expect.element(field).not.toBeInTheDocument();
});

it('keeps every letter that is typed before its field is there', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(find.all, answerWith('player1'));
  const screen = await renderScreen(<Header />, '/dashboard');
  await userEvent.keyboard('{Control>}k{/Control}playx{Backspace}er1');
  const field = screen.getByRole('combobox', { name: 'Find' });
  await expect.element(field).toHaveValue('player1');
  await expect.element(screen.getByRole('option', { name: /^player1/ }).first()).toBeVisible();
});

it('chooses nothing of older words: Enter waits for its own answer', async () => {
  const { api, screen, field } = await openFind();
  api.answer(find.all, answerWith('player1'));
  await field.fill('player1');
  await expect.element(screen.getByRole('option', { name: /^player1/ }).first()).toBeVisible();
  const [, zoe] = answerWith('player1', 'zoe').clients;
  api.answer(find.all, { ...answerWith(), clients: zoe ? [zoe] : [] });
  await field.fill('zoe');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => screen.path()).toBe('/clients/8');
});

it('says what it is for, that words are too short, that nothing was found, and why it failed', async () => {
  const { api, screen, field } = await openFind();
  await expect.element(screen.getByText(/A client by username/)).toBeVisible();
  api.answer(find.all, answerWith());
  await field.fill('xy');
  await expect.element(screen.getByText(/3 letters or more/)).toBeVisible();
  await field.fill('nobody');
  await expect.element(screen.getByText('Nothing found for “nobody”.')).toBeVisible();
  await expectNoViolation();
  api.refuse(find.all, 409);
  await field.fill('somebody');
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expectNoViolation();
  api.answer(find.all, answerWith('somebody'));
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByRole('option', { name: /^somebody/ }).first()).toBeVisible();
});

it('opens the dialog that acts, and does nothing by itself', async () => {
  const { api, screen, field } = await openFind();
  api.answer(users.balance, operatorWallet);
  api.answer(find.all, answerWith('player1'));
  await field.fill('deposit to player1');
  await expect.element(screen.getByRole('option', { name: /^Deposit to player1/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  const dialog = screen.getByRole('dialog', { name: 'Deposit/Withdraw' });
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog).toMatchTextContent('player1');
  await expectNoViolation();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(screen.path()).toBe('/dashboard');
  expect(api.callsOf(transactions.deposit)).toEqual([]);
});

it('remembers what was chosen until the session ends', async () => {
  const { api, screen, field } = await openFind();
  api.answer(find.all, answerWith('player1'));
  await field.fill('player1');
  await screen.getByRole('option', { name: /^player1/ }).click();
  await screen.getByRole('button', { name: 'Find' }).click();
  await expect.element(screen.getByRole('group', { name: 'Recent' })).toBeVisible();
  await expectNoViolation();
  clearSession();
  expect(JSON.stringify(localStorage)).not.toContain('player1');
});
