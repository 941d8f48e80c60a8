import type { Locator, Page } from '@playwright/test';

/** A toast with this title and these words. */
export function toast(page: Page, title: string, message: string): Locator {
  const toasts = page.getByRole('region', { name: 'Notifications' });
  return toasts
    .getByRole('alert')
    .or(toasts.getByRole('status'))
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ has: page.getByText(message, { exact: true }) });
}

/** The row of a table in which one cell holds exactly these words. */
export function rowOf(page: Page, words: string): Locator {
  return page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: words, exact: true }) });
}

/** Under the rows: what all of them come to. */
export function totalRow(page: Page): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Total' }) });
}

/** M/d/yy, h:mm:ss a. */
export const time = /^\d{1,2}\/\d{1,2}\/\d\d, \d{1,2}:\d\d:\d\d [AP]M$/;

export function field(scope: Page | Locator, label: string): Locator {
  return scope.getByLabel(label, { exact: true });
}

export function button(scope: Page | Locator, name: string): Locator {
  return scope.getByRole('button', { name, exact: true });
}

/** Opens the menu behind the operator's name. */
export async function openUserMenu(page: Page, username: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(username, 'i') })
    .click();
}
