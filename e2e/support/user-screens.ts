import { expect, type Page } from '@playwright/test';
import { type Cast, type Screen, settled, touch, visit } from './cast.ts';
import { button, field, rowOf } from './panel.ts';

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

/** The clients list, its dialogs and its forms. */
export const userScreens: Screen[] = [
  { name: 'users', open: (page, cast) => visitUsers(page, cast) },
  {
    name: 'users of an admin',
    open: (page, cast) => visitUsers(page, cast, `?admin=${cast.admin._id}`),
  },
  {
    name: 'users empty',
    isByItself: true,
    open: (page, cast) => visitUsers(page, cast, '?search=nobody-at-all'),
  },
  {
    name: 'users failed',
    isByItself: true,
    open: async (page, cast) => {
      await page.route('**/api/users/get', (route) => route.fulfill({ status: 409, json: {} }));
      await visit(page, cast, '/users', /Clients List/);
      await expect(button(page, 'Retry')).toBeVisible();
    },
  },
  {
    name: 'deposit and withdraw',
    isByItself: true,
    open: (page, cast) => openRowAction(page, cast, 'Deposit/Withdraw'),
  },
  {
    name: 'deposit refused',
    isByItself: true,
    open: async (page, cast) => {
      await openRowAction(page, cast, 'Deposit/Withdraw');
      await button(page, 'Deposit').click();
      await expect(page.getByText('Please enter a valid amount')).toBeVisible();
    },
  },
  {
    name: 'change password',
    isByItself: true,
    open: (page, cast) => openRowAction(page, cast, 'Change Password'),
  },
  {
    name: 'history',
    isByItself: true,
    open: async (page, cast) => {
      await openRowAction(page, cast, 'History');
      await historyShown(page);
    },
  },
  {
    name: 'history failed',
    isByItself: true,
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
    isByItself: true,
    open: async (page, cast) => {
      await visit(page, cast, `/deposit-withdraw/${cast.client._id}`, 'Deposit/Withdraw');
      await button(rowOf(page, cast.withdrawalId), 'History').click();
      await historyShown(page);
    },
  },
  {
    name: 'delete user',
    isByItself: true,
    open: (page, cast) => openRowAction(page, cast, 'Delete User'),
  },
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
];
