import { expect, type Page } from '@playwright/test';
import { type Cast, type Screen, visit } from './cast.ts';
import { button, field } from './panel.ts';

/** Lets the server give a table with these bands, whatever the table is. */
async function fakeBands(page: Page, bands: [min: number, max: number, probability: number][]) {
  const data = bands.map(([min, max, probability], index) => ({
    _id: String(index + 1),
    min,
    max,
    probability,
  }));
  const json = { status: 'success', message: '', data };
  await page.route('**/api/multiplier/get', (route) => route.fulfill({ json }));
}

export const usualBands: Parameters<typeof fakeBands>[1] = [
  [1, 2, 48],
  [2, 5, 28.5],
  [5, 10, 9],
  [10, 50, 1.5],
];

async function visitMultipliers(page: Page, cast: Cast, bands = usualBands) {
  await fakeBands(page, bands);
  await visit(page, cast, '/multiplayer', 'Multiplayer');
  const table = page.getByRole('table', { name: 'Multiplayer' });
  await expect(table).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('img', { name: /The limit is/ })).toBeVisible();
}

/** Lets the server tell of a table in play that its settings forbid. */
async function barInPlay(page: Page) {
  await page.route('**/api/multiplier/table', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.data.problems = [
      'The built-in table gives back 97.00 % at every target, above the limit of 90 %.',
    ];
    await route.fulfill({ response, json });
  });
}

async function addBand(page: Page, cast: Cast, [min, max, probability]: string[]) {
  await visitMultipliers(page, cast);
  await button(page, 'Add Multiplayer').click();
  const dialog = page.getByRole('dialog', { name: 'Add Multiplayer' });
  await field(dialog, 'Min').fill(min ?? '');
  await field(dialog, 'Max').fill(max ?? '');
  await field(dialog, 'Probability (%)').fill(probability ?? '');
  return dialog;
}

/** The table that rounds are drawn from. */
const table: Screen = {
  name: 'multiplayer',
  isAlone: true,
  open: (page, cast) => visitMultipliers(page, cast),
};

/** Its draft and its dialogs. */
const states: Screen[] = [
  { name: 'multiplayer built-in', open: (page, cast) => visitMultipliers(page, cast, []) },
  {
    name: 'multiplayer of an admin',
    open: async (page, cast) => {
      await visit(page, { superUser: cast.admin }, '/multiplayer', 'Multiplayer');
      await expect(page.getByText('Only SUPER may see and change this table.')).toBeVisible();
    },
  },
  {
    name: 'add multiplayer losing',
    open: async (page, cast) => {
      const dialog = await addBand(page, cast, ['50', '1000', '4.5']);
      await expect(dialog.getByRole('status')).toContainText('gets back');
    },
  },
  {
    name: 'add multiplayer refused',
    open: async (page, cast) => {
      const dialog = await addBand(page, cast, ['1.5', '1']);
      await button(dialog, 'Add').click();
      await expect(dialog.getByText('This field is required.')).toBeVisible();
    },
  },
  {
    name: 'multiplayer barred',
    open: async (page, cast) => {
      await barInPlay(page);
      await visitMultipliers(page, cast);
      await expect(page.getByRole('alert')).toContainText('No round starts');
    },
  },
  {
    name: 'publish multiplayer',
    open: async (page, cast) => {
      await visitMultipliers(page, cast);
      await button(page, 'Publish').click();
      const dialog = page.getByRole('dialog', { name: 'Publish' });
      await expect(dialog).toContainText('counts from the next round on');
    },
  },
  {
    name: 'take multiplayer version',
    open: async (page, cast) => {
      await visitMultipliers(page, cast);
      await button(page, 'Take into draft').first().click();
      await expect(page.getByRole('dialog', { name: 'Take into draft' })).toBeVisible();
    },
  },
  {
    name: 'delete multiplayer',
    open: async (page, cast) => {
      await visitMultipliers(page, cast);
      await button(page, 'Delete').first().click();
      await expect(page.getByRole('dialog', { name: 'Delete Multiplayer' })).toBeVisible();
    },
  },
];

export const multiplierScreens = [
  table,
  ...states.map((screen) => ({ ...screen, isByItself: true })),
];
