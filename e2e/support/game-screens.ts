import { expect, type Locator, type Page } from '@playwright/test';
import { type Cast, type Screen, settled, visit } from './cast.ts';
import { multiplierScreens, usualBands } from './multiplier-screens.ts';
import { button, field } from './panel.ts';

async function visitRounds(page: Page, cast: Cast, query = '') {
  await visit(page, cast, `/rounds${query}`, 'Rounds');
  const history = page.getByRole('table', { name: 'Round History' });
  await expect(history).toHaveAttribute('aria-busy', 'false');
}

async function findRound(page: Page, cast: Cast, id: string): Promise<Locator> {
  await visitRounds(page, cast, `?round=${id}`);
  const found = page.getByRole('table', { name: 'Search Result' });
  await expect(button(found, id)).toBeVisible();
  return found;
}

async function openDetails(page: Page, cast: Cast, id: string): Promise<Locator> {
  await button(await findRound(page, cast, id), id).click();
  const dialog = page.getByRole('dialog', { name: `Round ${id}` });
  await expect(button(dialog, 'Copy Hash')).toBeVisible();
  return dialog;
}

async function verify(dialog: Locator, findings: string) {
  await button(dialog, 'Verify').click();
  await expect(dialog.getByRole('status')).toContainText(findings);
}

async function visitHistory(page: Page, cast: Cast, query = '') {
  await visit(page, cast, `/my-account/bet-history/${cast.client._id}${query}`, 'Bet History');
  await settled(page);
}

const longAgo = '?startDay=2020-01-01&endDay=2020-01-02';

/** The screens and dialogs of rounds, of bets on them and of what they are drawn from. */
export const gameScreens: Screen[] = [
  {
    name: 'dashboard under maintenance',
    isByItself: true,
    // Without the live stream, which would tell that there is none.
    open: async (page, cast) => {
      await page.route('**/api/live*', (route) => route.fulfill({ status: 404, json: {} }));
      const json = { status: 'success', message: '', data: { isMaintenance: true } };
      await page.route('**/api/maintenance/Aviator', (route) => route.fulfill({ json }));
      await visit(page, cast, '/dashboard?currency=INR', 'Dashboard');
      await expect(page.getByRole('alert')).toContainText('Maintenance is on');
    },
  },
  { name: 'rounds', open: (page, cast) => visitRounds(page, cast) },
  {
    name: 'rounds empty',
    isByItself: true,
    open: (page, cast) => visitRounds(page, cast, longAgo),
  },
  {
    name: 'rounds failed',
    isByItself: true,
    open: async (page, cast) => {
      await page.route('**/api/rounds/**', (route) => route.fulfill({ status: 409, json: {} }));
      await visit(page, cast, `/rounds?round=${cast.rounds.drawn}`, 'Rounds');
      await expect(button(page, 'Retry')).toHaveCount(2);
    },
  },
  {
    name: 'round found',
    open: async (page, cast) => {
      await findRound(page, cast, cast.rounds.drawn);
    },
  },
  {
    name: 'round not found',
    isByItself: true,
    open: async (page, cast) => {
      await visitRounds(page, cast, '?round=999999999');
      const found = page.getByRole('table', { name: 'Search Result' });
      await expect(found.getByText('No matching records found')).toBeVisible();
    },
  },
  {
    name: 'round id wrong',
    isByItself: true,
    open: async (page, cast) => {
      await visitRounds(page, cast);
      await field(page, 'Round Id').fill('seven');
      await button(page, 'Search').click();
      await expect(page.getByText('A round id is a whole number.')).toBeVisible();
    },
  },
  {
    name: 'round details',
    open: async (page, cast) => {
      const dialog = await openDetails(page, cast, cast.rounds.drawn);
      await verify(dialog, 'The multiplier is the drawn one');
    },
  },
  {
    name: 'round details forged',
    isByItself: true,
    open: async (page, cast) => {
      await page.route('**/api/rounds/details/*', async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        const bands = usualBands.map(([min, max, probability]) => ({ min, max, probability }));
        json.data = { ...json.data, bands, seed: 'f00d'.repeat(16), multiplier: 999_999.99 };
        await route.fulfill({ response, json });
      });
      const dialog = await openDetails(page, cast, cast.rounds.drawn);
      await verify(dialog, 'The multiplier is not the drawn one');
    },
  },
  {
    name: 'round details running',
    isByItself: true,
    open: async (page, cast) => {
      const dialog = await openDetails(page, cast, cast.rounds.open);
      await expect(dialog).toContainText('Published when the round has ended');
    },
  },
  {
    name: 'round settlement',
    isByItself: true,
    open: async (page, cast) => {
      const found = await findRound(page, cast, cast.rounds.unsettled);
      await button(found, 'Round Settlement').click();
      await expect(page.getByRole('dialog', { name: 'Round Settlement' })).toBeVisible();
    },
  },
  {
    name: 'bets',
    open: async (page, cast) => {
      await visit(page, cast, '/bets?currency=INR', 'Bet Details');
      await settled(page);
    },
  },
  {
    name: 'bets of a client',
    open: async (page, cast) => {
      await visit(page, cast, `/bets?userId=${cast.client._id}`, 'Bet Details');
      await expect(page.getByText(`Only bets of ${cast.client.username}.`)).toBeVisible();
      await settled(page);
    },
  },
  {
    name: 'bets empty',
    open: async (page, cast) => {
      await visit(page, cast, `/bets${longAgo}`, 'Bet Details');
      await settled(page);
    },
  },
  { name: 'bet history', open: (page, cast) => visitHistory(page, cast) },
  {
    name: 'bet history settled',
    isByItself: true,
    open: (page, cast) => visitHistory(page, cast, '?type=settled'),
  },
  { name: 'bet history void', open: (page, cast) => visitHistory(page, cast, '?type=void') },
  {
    name: 'bet history of nobody',
    isByItself: true,
    open: async (page, cast) => {
      await visit(page, cast, '/my-account/bet-history', 'Bet History');
      await expect(page.getByRole('main')).toContainText('User ID is missing');
    },
  },
  {
    name: 'reports',
    open: async (page, cast) => {
      await visit(page, cast, '/reports?currency=INR', 'Bet Details by round');
      await settled(page);
    },
  },
  ...['day', 'client', 'operator', 'multiplier version'].map((group) => ({
    name: `reports by ${group}`,
    open: async (page: Page, cast: Cast) => {
      const query = `?currency=INR&group=${group.split(' ').at(-1)}`;
      await visit(page, cast, `/reports${query}`, `Bet Details by ${group}`);
      await settled(page);
    },
  })),
  {
    name: 'reports empty',
    isByItself: true,
    open: async (page, cast) => {
      await visit(page, cast, `/reports${longAgo}`, 'Bet Details by round');
      await settled(page);
    },
  },
  {
    name: 'round bets',
    open: async (page, cast) => {
      await visit(page, cast, `/round-bets/${cast.rounds.settled}`, 'Round Bet History');
      await settled(page);
    },
  },
  ...multiplierScreens,
];
