import { expect, type Page } from '@playwright/test';
import { cashierScreens } from './cashier-screens.ts';
import { type Cast, type Screen, settled, touch, visit } from './cast.ts';
import { gameScreens } from './game-screens.ts';
import { button, field, openUserMenu, rowOf } from './panel.ts';
import { openSuperSession } from './people.ts';

async function visitUsers(page: Page, cast: Cast, query = '') {
  await visit(page, cast, `/users${query}`, /Clients List/);
  await settled(page);
}

async function openRowAction(page: Page, cast: Cast, name: string) {
  await visitUsers(page, cast, `?search=${cast.client.username}`);
  await button(rowOf(page, cast.client.username), name).click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
}

/** Its rows are there. */
async function historyShown(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'History' });
  await expect(dialog.getByRole('table')).toHaveAttribute('aria-busy', 'false');
}

async function visitProfile(page: Page, cast: Cast) {
  await visit(page, cast, '/Common/Profile', 'Profile');
  await expect(page.getByText('This session', { exact: true })).toBeVisible();
}

const statement = 'transaction-details?startDay=2020-01-01&currency=INR';

/** Every screen, dialog and state that looks like none of the others. */
export const screens: Screen[] = [
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
    name: 'find',
    open: async (page, cast) => {
      await visit(page, cast, '/dashboard', 'Dashboard');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find' }).fill(cast.client.username);
      await expect(page.getByRole('option', { name: /^Deposit to / })).toBeVisible();
    },
  },
  {
    name: 'find without an answer',
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
    open: async (page, cast) => {
      await openSuperSession();
      await visitProfile(page, cast);
      await button(page, 'End all other sessions').click();
      await expect(page.getByRole('dialog', { name: 'End all other sessions' })).toBeVisible();
    },
  },
  {
    name: 'profile refused',
    isAlone: true,
    open: async (page, cast) => {
      await visit(page, cast, '/Common/Profile', 'Profile');
      await button(page, 'Add Bank Account').click();
      await button(page, 'Change Password').click();
      await expect(page.getByText('Please fill out the form correctly.')).toBeVisible();
    },
  },
  { name: 'users', open: (page, cast) => visitUsers(page, cast) },
  {
    name: 'users of an admin',
    open: (page, cast) => visitUsers(page, cast, `?admin=${cast.admin._id}`),
  },
  { name: 'users empty', open: (page, cast) => visitUsers(page, cast, '?search=nobody-at-all') },
  {
    name: 'users failed',
    isAlone: true,
    isFailure: true,
    open: async (page, cast) => {
      await page.route('**/api/users/get', (route) => route.fulfill({ status: 409, json: {} }));
      await visit(page, cast, '/users', /Clients List/);
      await expect(button(page, 'Retry')).toBeVisible();
    },
  },
  {
    name: 'deposit and withdraw',
    open: (page, cast) => openRowAction(page, cast, 'Deposit/Withdraw'),
  },
  {
    name: 'deposit refused',
    isAlone: true,
    open: async (page, cast) => {
      await openRowAction(page, cast, 'Deposit/Withdraw');
      await button(page, 'Deposit').click();
      await expect(page.getByText('Please enter a valid amount')).toBeVisible();
    },
  },
  {
    name: 'change password',
    open: (page, cast) => openRowAction(page, cast, 'Change Password'),
  },
  {
    name: 'history',
    open: async (page, cast) => {
      await openRowAction(page, cast, 'History');
      await historyShown(page);
    },
  },
  {
    name: 'history failed',
    isAlone: true,
    isFailure: true,
    open: async (page, cast) => {
      await page.route('**/api/users/history/*', (route) =>
        route.fulfill({ status: 409, json: {} }),
      );
      await openRowAction(page, cast, 'History');
      await expect(button(page, 'Retry')).toBeVisible();
    },
  },
  {
    name: 'history of a request',
    open: async (page, cast) => {
      await visit(page, cast, `/deposit-withdraw/${cast.client._id}`, 'Deposit/Withdraw');
      await button(rowOf(page, cast.withdrawalId), 'History').click();
      await historyShown(page);
    },
  },
  { name: 'delete user', open: (page, cast) => openRowAction(page, cast, 'Delete User') },
  {
    name: 'create user',
    open: async (page, cast) => {
      await visit(page, cast, '/new-user', 'Create New User');
      await touch(page, ['Username', 'Name', 'Currency']);
      await expect(page.getByText('This field is required.')).toHaveCount(3);
    },
  },
  {
    name: 'edit user',
    open: async (page, cast) => {
      await visit(page, cast, `/new-user/${cast.client._id}`, 'Edit User');
      await expect(field(page, 'Name')).toHaveValue('Olivia Young');
    },
  },
  {
    name: 'deleted users',
    isAlone: true,
    open: async (page, cast) => {
      const data = ['vip-7', 'vip-9'].map((username, index) => ({
        _id: String(500 + index),
        username,
        name: 'Noah Clark',
        role: 'USER',
        isDemo: index === 0,
        deletedAt: '2026-01-02T03:04:05.000Z',
      }));
      const json = { status: 'success', message: '', data };
      await page.route('**/api/users/deletedusers', (route) => route.fulfill({ json }));
      await visit(page, cast, '/deleted-users', 'Deleted Users');
      await expect(rowOf(page, 'vip-9')).toBeVisible();
    },
  },
  {
    name: 'transaction details',
    open: async (page, cast) => {
      await visit(page, cast, `/${statement}`, 'Transaction Details');
      await settled(page);
    },
  },
  {
    name: 'calendar',
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
    open: (page, cast) => visit(page, cast, '/nowhere', 'Page not found'),
  },
];
