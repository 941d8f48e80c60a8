import { expect, type Page } from '@playwright/test';
import {
  addBank,
  cancelRequest,
  decide,
  fileDeposit,
  fileWithdrawal,
  makePlayer,
  type Player,
} from './cashier.ts';
import { field } from './panel.ts';
import { type Operator, openSession, signIn } from './people.ts';

/**
 * Whom the screens show: SUPER, a client of it with money in USD and a request in every state,
 * and an ADMIN below it.
 */
export interface Cast {
  superUser: Operator;
  client: Player;
  /** The bank that the client pays to. */
  bankId: string;
  /** The client's requests that wait. */
  depositId: string;
  withdrawalId: string;
  adminId: string;
}

export interface Screen {
  name: string;
  open: (page: Page, cast: Cast) => Promise<void>;
  /** A call fails here on purpose, which the browser writes to its console. */
  isFailure?: boolean;
}

export async function makeCast(superUser: Operator): Promise<Cast> {
  const client = await makePlayer(superUser, { balance: 250, name: 'Olivia Young' });
  const { _id: bankId } = await addBank(superUser, { bankName: 'Union Savings', limits: 500 });
  await decide(superUser, await fileDeposit(client, bankId, 75.5), 'success');
  const words = 'The receipt shows another amount than the request does.';
  await decide(superUser, await fileDeposit(client, bankId, 1_250), 'failed', words);
  await cancelRequest(client, await fileWithdrawal(client, 20));
  const depositId = await fileDeposit(client, bankId, 180);
  const withdrawalId = await fileWithdrawal(client, 60);
  const { _id: adminId } = await openSession('admin', 'Admin@12345');
  return { superUser, client, bankId, depositId, withdrawalId, adminId };
}

/** Opens a screen as SUPER and waits until its heading and the wallet are there. */
export async function visit(
  page: Page,
  { superUser }: Cast,
  path: string,
  heading: string | RegExp,
) {
  await signIn(page, superUser);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('B ');
}

/** The rows that were asked for are there. */
export async function settled(page: Page) {
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
}

/** Leaves each of these fields without having filled it. */
export async function touch(page: Page, labels: string[]) {
  for (const label of labels) {
    await field(page, label).focus();
    await field(page, label).blur();
  }
}
