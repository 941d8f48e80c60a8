import { expect, type Locator, type Page } from '@playwright/test';
import { addBank, fileDeposit, makePlayer, type Player } from './cashier.ts';
import { field, rowOf } from './panel.ts';
import { type Operator, signIn } from './people.ts';

export const listPath = '**/api/banking/users/request/dw';
export const decidePath = '**/api/banking/users/request/dw/update';
export const question =
  'Are you sure you want to update the status to success? Once done, this cannot be undone.';

export function statusOf(page: Page, id: string): Locator {
  return field(page, `Status of request ${id}`);
}

/** The word of the status; the select is also disabled while a decision runs. */
export function wordOf(page: Page, id: string): Locator {
  return rowOf(page, id).getByRole('cell').nth(6);
}

export function confirmation(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Confirm Success' });
}

export function rejection(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Confirm Failed' });
}

/** The button that pays: it says how much. */
export function goOn(page: Page): Locator {
  return confirmation(page).getByRole('button', {
    name: /^Confirm · (Pay|Credit) [\d,.]+ [A-Z]{3}$/,
  });
}

export async function openDesk(page: Page, operator: Operator, query = '') {
  await signIn(page, operator);
  await page.goto(`/deposit-withdraw${query}`);
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
}

/** A client with 500 and a bank of its operator to pay to. */
export async function makeDesk(admin: Operator) {
  const client = await makePlayer(admin, { balance: 500 });
  const { _id: bankId } = await addBank(admin);
  return {
    client,
    fileDeposit: (amount: number, by: Player = client) => fileDeposit(by, bankId, amount),
  };
}

/** How many decisions the page has sent so far. */
export function countDecisions(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/request/dw/update')) count += 1;
  });
  return () => count;
}
