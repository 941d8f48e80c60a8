import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '#src/test/render-screen.tsx';
import { DatePicker } from './date-picker.tsx';

function Picker() {
  const [day, setDay] = useState('2026-03-14');
  return <DatePicker label="Start Date" value={day} onChange={setDay} />;
}

async function openPicker() {
  const screen = await renderScreen(<Picker />);
  const input = screen.getByLabelText('Start Date');
  await input.click();
  return { screen, input, dialog: screen.getByRole('dialog', { name: 'Calendar' }) };
}

it('shows dd-mm-yyyy and cannot be typed in', async () => {
  const { input } = await openPicker();
  await expect.element(input).toHaveValue('14-03-2026');
  await expect.element(input).toHaveAttribute('readonly');
});

it('has no today, no clear and no month selector', async () => {
  const { dialog } = await openPicker();
  await expect.element(dialog).toBeVisible();
  const names = dialog.getByRole('button').elements();
  const words = names.map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(words.filter((word) => !/^\d+ March 2026$/.test(word))).toEqual([
    'Previous month',
    'Next month',
  ]);
  expect(dialog.getByRole('combobox').elements()).toEqual([]);
  expect(dialog.getByRole('listbox').elements()).toEqual([]);
});

it('reaches every year from 1000 to 9999 by typing it', async () => {
  const { input, dialog } = await openPicker();
  const year = dialog.getByLabelText('Year');
  await year.fill('1000');
  await expect.element(dialog.getByText('March 1000')).toBeVisible();
  await year.fill('999');
  await expect.element(dialog.getByText('March 1000')).toBeVisible();
  await year.fill('9999');
  await dialog.getByRole('button', { name: '1 March 9999', exact: true }).click();
  await expect.element(input).toHaveValue('01-03-9999');
});

it('turns by month and stops at the ends of its years', async () => {
  const { dialog } = await openPicker();
  await dialog.getByRole('button', { name: 'Previous month' }).click();
  await expect.element(dialog.getByText('February 2026')).toBeVisible();
  await dialog.getByLabelText('Year').fill('1000');
  await dialog.getByRole('button', { name: 'Previous month' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Previous month' })).toBeDisabled();
});

it('works by keyboard alone', async () => {
  const screen = await renderScreen(<Picker />);
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(screen.getByRole('dialog', { name: 'Calendar' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '14 March 2026' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.element(screen.getByLabelText('Start Date')).toHaveValue('15-03-2026');
});
