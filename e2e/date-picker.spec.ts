import { expect, type Page } from '@playwright/test';
import { field } from './support/panel.ts';
import { signIn } from './support/people.ts';
import { test } from './support/test.ts';

const may = '/transaction-details?startDay=2024-05-10&endDay=2024-05-20';

function calendar(page: Page) {
  return page.getByRole('dialog', { name: 'Calendar' });
}

test.beforeEach(async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto(may);
  await expect(field(page, 'Start Date')).toHaveValue('10-05-2024');
});

test('a date is written dd-mm-yyyy and cannot be typed', async ({ page }) => {
  await expect(field(page, 'End Date')).toHaveValue('20-05-2024');
  await expect(field(page, 'Start Date')).not.toBeEditable();
  await field(page, 'Start Date').focus();
  await page.keyboard.type('1');
  await expect(field(page, 'Start Date')).toHaveValue('10-05-2024');
});

test('a click opens the calendar, and a day closes it', async ({ page }) => {
  await expect(calendar(page)).toHaveCount(0);
  await field(page, 'Start Date').click();
  await expect(calendar(page)).toBeVisible();
  await calendar(page).getByRole('button', { name: '3 May 2024', exact: true }).click();
  await expect(calendar(page)).toHaveCount(0);
  await expect(field(page, 'Start Date')).toHaveValue('03-05-2024');
  await expect(page).toHaveURL(/startDay=2024-05-03/);
});

test('the calendar has no today or clear button and no choice of months', async ({ page }) => {
  await field(page, 'Start Date').click();
  await expect(calendar(page)).toBeVisible();
  await expect(calendar(page).getByRole('button', { name: /today|clear/i })).toHaveCount(0);
  await expect(calendar(page).getByRole('combobox')).toHaveCount(0);
  const title = calendar(page).getByText('May 2024', { exact: true });
  await expect(title).toBeVisible();
  await title.click({ force: true });
  await expect(
    calendar(page).getByRole('button', { name: '3 May 2024', exact: true }),
  ).toBeVisible();
  await expect(calendar(page).getByText(/^(Jan|January)$/)).toHaveCount(0);
});

test('months turn one by one', async ({ page }) => {
  await field(page, 'Start Date').click();
  await calendar(page).getByRole('button', { name: 'Next month' }).click();
  await calendar(page).getByRole('button', { name: 'Next month' }).click();
  await expect(calendar(page).getByText('July 2024')).toBeVisible();
  await calendar(page).getByRole('button', { name: 'Previous month' }).click();
  await calendar(page).getByRole('button', { name: '30 June 2024', exact: true }).click();
  // A start behind the end takes the end along.
  await expect(field(page, 'Start Date')).toHaveValue('30-06-2024');
  await expect(field(page, 'End Date')).toHaveValue('30-06-2024');
});

test('the years 1000 and 9999 are four keys away and no farther year is', async ({ page }) => {
  await field(page, 'End Date').click();
  await field(calendar(page), 'Year').fill('9999');
  await calendar(page).getByRole('button', { name: '31 May 9999', exact: true }).click();
  await expect(field(page, 'End Date')).toHaveValue('31-05-9999');
  await expect(calendar(page)).toHaveCount(0);

  await field(page, 'Start Date').click();
  await field(calendar(page), 'Year').fill('1000');
  await calendar(page).getByRole('button', { name: '1 May 1000', exact: true }).click();
  await expect(field(page, 'Start Date')).toHaveValue('01-05-1000');
  await expect(calendar(page)).toHaveCount(0);
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  await field(page, 'Start Date').click();
  await field(calendar(page), 'Year').fill('0999');
  await expect(calendar(page).getByText('May 1000')).toBeVisible();
  await field(calendar(page), 'Year').fill('10000');
  await expect(calendar(page).getByText('May 1000')).toBeVisible();
});

test('the keyboard alone opens the calendar, chooses a day and closes it', async ({ page }) => {
  await field(page, 'Start Date').focus();
  await page.keyboard.press('Enter');
  await expect(
    calendar(page).getByRole('button', { name: '10 May 2024', exact: true }),
  ).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(calendar(page)).toHaveCount(0);
  await expect(field(page, 'Start Date')).toHaveValue('11-05-2024');
  await expect(field(page, 'Start Date')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(calendar(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(calendar(page)).toHaveCount(0);
  await expect(field(page, 'Start Date')).toHaveValue('11-05-2024');
});
