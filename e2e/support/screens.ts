import { expect, type Page } from '@playwright/test';
import { cashierScreens } from './cashier-screens.ts';
import { type Cast, type Screen, settled, visit } from './cast.ts';
import { gameScreens } from './game-screens.ts';
import { button, field, openUserMenu } from './panel.ts';
import { openSuperSession } from './people.ts';
import { sightScreens } from './sight-screens.ts';
import { userScreens } from './user-screens.ts';

async function visitProfile(page: Page, cast: Cast) {
  await visit(page, cast, '/Common/Profile', 'Profile');
  await expect(page.getByText('This session', { exact: true })).toBeVisible();
}

const statement = 'transaction-details?startDay=2020-01-01&currency=INR';

/** Every screen, dialog and state that looks like none of the others. */
export const screens: Screen[] = [
  ...sightScreens,
  {
    name: 'login',
    isAlone: true,
    open: async (page) => {
      await page.goto('/login');
      await expect(button(page, 'Login')).toBeVisible();
    },
  },
  {
    name: 'login refused',
    isAlone: true,
    open: async (page) => {
      await page.goto('/login');
      await field(page, 'Username').press('Enter');
      await expect(page.getByText('Username is required')).toBeVisible();
      await expect(page.getByText('Validation Error')).toBeVisible();
    },
  },
  {
    name: 'dashboard',
    open: async (page, cast) => {
      await visit(page, cast, '/dashboard', 'Dashboard');
      await expect(page.getByRole('region', { name: 'Total Stakes' })).toContainText('USD');
    },
  },
  {
    name: 'dashboard as tables',
    isByItself: true,
    open: async (page, cast) => {
      await visit(page, cast, '/dashboard', 'Dashboard');
      const charts = page.getByRole('button', { name: /^Show as table/ });
      await expect(charts).toHaveCount(2);
      await charts.last().click();
      await charts.click();
      await expect(charts).toHaveCount(0);
    },
  },
  {
    name: 'bell',
    isAlone: true,
    open: async (page, cast) => {
      await visit(page, cast, '/dashboard', 'Dashboard');
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    },
  },
  {
    name: 'user menu',
    open: async (page, cast) => {
      await visit(page, cast, '/dashboard', 'Dashboard');
      await openUserMenu(page, 'super');
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    },
  },
  {
    name: 'wallets',
    open: async (page, cast) => {
      await visit(page, cast, '/dashboard', 'Dashboard');
      await page.getByRole('banner').getByRole('button', { name: /^B / }).click();
      await expect(page.getByRole('rowheader', { name: 'PKR' })).toBeVisible();
    },
  },
  {
    name: 'sidebar the other way',
    isAlone: true,
    open: async (page, cast) => {
      await visit(page, cast, '/dashboard', 'Dashboard');
      const slim = button(page, 'Icons only');
      await ((await slim.isVisible()) ? slim : button(page, 'Menu')).click();
    },
  },
  {
    name: 'profile',
    open: visitProfile,
  },
  {
    name: 'end other sessions',
    isByItself: true,
    open: async (page, cast) => {
      await openSuperSession();
      await visitProfile(page, cast);
      await button(page, 'End all other sessions').click();
      await expect(page.getByRole('dialog', { name: 'End all other sessions' })).toBeVisible();
    },
  },
  {
    name: 'profile refused',
    isByItself: true,
    open: async (page, cast) => {
      await visit(page, cast, '/Common/Profile', 'Profile');
      await button(page, 'Add Bank Account').click();
      await button(page, 'Change Password').click();
      await expect(page.getByText('Please fill out the form correctly.')).toBeVisible();
    },
  },
  ...userScreens,
  {
    name: 'transaction details',
    open: async (page, cast) => {
      await visit(page, cast, `/${statement}`, 'Transaction Details');
      await settled(page);
    },
  },
  {
    name: 'calendar',
    isByItself: true,
    open: async (page, cast) => {
      await visit(page, cast, `/${statement}`, 'Transaction Details');
      await settled(page);
      await field(page, 'Start Date').click();
      await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeVisible();
    },
  },
  {
    name: 'account statement',
    open: async (page, cast) => {
      const path = `/my-account/account-statement/${cast.client._id}`;
      await visit(page, cast, path, 'Account Statement');
      await settled(page);
    },
  },
  {
    name: 'my profile',
    open: async (page, cast) => {
      await visit(page, cast, `/my-account/profile/${cast.client._id}`, 'My Profile');
      await expect(page.getByRole('definition').first()).toBeVisible();
    },
  },
  ...cashierScreens,
  ...gameScreens,
  {
    name: 'page not found',
    isAlone: true,
    isFailure: true,
    open: (page, cast) => visit(page, cast, '/nowhere', 'Page not found'),
  },
];
