import { rounds } from '@pitboss/contract/rounds';
import { expect, type Page } from '@playwright/test';
import { call } from './api.ts';
import {
  addBank,
  cancelRequest,
  decide,
  fileDeposit,
  fileWithdrawal,
  makePlayer,
  type Player,
} from './cashier.ts';
import type { GameServer } from './game.ts';
import { field } from './panel.ts';
import { type Operator, openSession, signIn } from './people.ts';

/**
 * Whom the screens show: SUPER, a client of it with money in USD, a request in every state and
 * bets of every type, and an ADMIN below it.
 */
export interface Cast {
  superUser: Operator;
  client: Player;
  /** The bank that the client pays to. */
  bankId: string;
  /** The client's requests that wait. */
  depositId: string;
  withdrawalId: string;
  admin: Operator;
  rounds: {
    /** Drawn by the platform. */
    drawn: string;
    /** Still open for betting, with a bet of the client. */
    open: string;
    /** Settled, with bets of the client. */
    settled: string;
    /** Crashed, and left to an operator. */
    unsettled: string;
  };
}

export interface Screen {
  name: string;
  open: (page: Page, cast: Cast) => Promise<void>;
  /** A call fails here on purpose, which the browser writes to its console. */
  isFailure?: boolean;
  /** Made-up answers, words in a form, a setting: others must come neither before nor after it. */
  isAlone?: boolean;
  /** A state that the panel's own tests bring about and look at: here only for its picture. */
  isByItself?: boolean;
}

/** Pages that the next screen is opened in without loading the panel again. */
const keptPages = new WeakSet<Page>();

/** From now on the screens of SUPER are opened in this page as its links would open them. */
export function keepLoaded(page: Page): void {
  keptPages.add(page);
}

/** Opens an address in the panel that is loaded already, as a link to it would. */
export async function follow(page: Page, path: string): Promise<void> {
  // What a click elsewhere would close.
  await page.keyboard.press('Escape');
  // By a page that looks like none of them, so that what is seen next is the new screen.
  const go = (to: string) => page.evaluate((address) => history.pushState(null, '', address), to);
  await go('/nowhere/else');
  // It would rest on whatever comes to lie below it.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await go(path);
}

export async function makeCast(superUser: Operator, game: GameServer): Promise<Cast> {
  const client = await makePlayer(superUser, { balance: 250, name: 'Olivia Young' });
  const { _id: bankId } = await addBank(superUser, { bankName: 'Union Savings', limits: 500 });
  await decide(superUser, await fileDeposit(client, bankId, 75.5), 'success');
  const words = 'The receipt shows another amount than the request does.';
  await decide(superUser, await fileDeposit(client, bankId, 1_250), 'failed', words);
  await cancelRequest(client, await fileWithdrawal(client, 20));
  const depositId = await fileDeposit(client, bankId, 180);
  const withdrawalId = await fileWithdrawal(client, 60);
  const admin = await openSession('admin', 'Admin@12345');
  const rounds = { drawn: await findDrawn(superUser), ...(await play(game, client)) };
  return { superUser, client, bankId, depositId, withdrawalId, admin, rounds };
}

async function play(game: GameServer, by: Player) {
  const won = { by, stake: 12.5 };
  const lost = { by, stake: 40, cashout: 2.5 };
  const settled = await game.playRound([won, lost], { crashAt: 3.2 });
  const wait = [{ by, stake: 15, autoCashout: 1.5 }];
  const unsettled = await game.playRound(wait, { crashAt: 1.75, settle: false });
  await (await game.openRound([{ by, stake: 20 }])).refund();
  const { id: open } = await game.openRound([{ by, stake: 8 }]);
  return { open, settled, unsettled };
}

/** The newest round that the platform drew and that has crashed. */
export async function findDrawn({ token }: Operator): Promise<string> {
  const order = [{ column: 3, dir: 'desc' as const }];
  const { data } = await call(rounds.list, { token, body: { length: 50, order } });
  for (const { round: id, state } of data) {
    if (state !== 'crashed') continue;
    const { source } = await call(rounds.get, { token, params: { id } });
    if (source === 'engine') return id;
  }
  throw new Error('The platform has drawn no round yet.');
}

/** Opens a screen as SUPER and waits until its heading and the wallet are there. */
export async function visit(
  page: Page,
  { superUser }: Pick<Cast, 'superUser'>,
  path: string,
  heading: string | RegExp,
) {
  if (keptPages.has(page)) await follow(page, path);
  else {
    await signIn(page, superUser);
    await page.goto(path);
  }
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
