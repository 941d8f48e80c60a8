import { expect } from '@playwright/test';
import { field } from './support/panel.ts';
import { signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('a list is asked for from the year 1000 to the year 9999', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto('/transaction-details?startDay=2024-05-10&endDay=2024-05-20');
  await expect(field(page, 'Start Date')).toHaveValue('10-05-2024');
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  await field(page, 'End Date').click();
  await field(calendar, 'Year').fill('9999');
  await calendar.getByRole('button', { name: '31 May 9999', exact: true }).click();
  await expect(field(page, 'End Date')).toHaveValue('31-05-9999');
  await expect(calendar).toHaveCount(0);

  await field(page, 'Start Date').click();
  await field(calendar, 'Year').fill('1000');
  await calendar.getByRole('button', { name: '1 May 1000', exact: true }).click();
  await expect(field(page, 'Start Date')).toHaveValue('01-05-1000');
  await expect(calendar).toHaveCount(0);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page).toHaveURL(/startDay=1000-05-01&endDay=9999-05-31/);
});
