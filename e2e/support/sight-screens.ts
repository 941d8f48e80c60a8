import { expect } from '@playwright/test';
import { type Screen, settled, visit } from './cast.ts';
import { button } from './panel.ts';

/** Finding, and who did what. */
export const sightScreens: Screen[] = [
  {
    name: 'find',
    isAlone: true,
    open: async (page, cast) => {
      await visit(page, cast, '/dashboard', 'Dashboard');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find' }).fill(cast.client.username);
      await expect(page.getByRole('option', { name: /^Deposit to / })).toBeVisible();
    },
  },
  {
    name: 'find without an answer',
    isByItself: true,
    open: async (page, cast) => {
      await visit(page, cast, '/dashboard', 'Dashboard');
      await button(page, 'Find').click();
      await page.getByRole('combobox', { name: 'Find' }).fill('nobody-has-this-name');
      await expect(page.getByText(/^Nothing found/)).toBeVisible();
    },
  },
  {
    name: 'activity',
    open: async (page, cast) => {
      await visit(page, cast, '/activity', 'Activity');
      await expect(page.getByText(/^Verified up to/)).toBeVisible();
      await settled(page);
    },
  },
];
