import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoViolation } from '#src/test/axe.ts';
import { renderScreen } from '#src/test/render-screen.tsx';
import { DatePicker } from './date-picker.tsx';

function Picker() {
  const [day, setDay] = useState('2026-03-14');
  return <DatePicker label="Start Date" value={day} onChange={setDay} />;
}

async function renderPicker() {
  const screen = await renderScreen(<Picker />);
  const input = screen.getByLabelText('Start Date');
  return { screen, input, dialog: screen.getByRole('dialog', { name: 'Calendar' }) };
}

async function openPicker() {
  const picker = await renderPicker();
  await picker.input.click();
  return picker;
}

it('shows dd-mm-yyyy and cannot be typed in', async () => {
  const { input } = await renderPicker();
  await expect.element(input).toHaveValue('14-03-2026');
  await expect.element(input).toHaveAttribute('readonly');
  await userEvent.tab();
  await expect.element(input).toHaveFocus();
  await userEvent.keyboard('1');
  await expect.element(input).toHaveValue('14-03-2026');
});

it('opens by a click, and a day closes it', async () => {
  const { screen, input, dialog } = await renderPicker();
  await expect.element(input).toBeVisible();
  expect(screen.getByRole('dialog').elements()).toEqual([]);
  await input.click();
  await expect.element(dialog).toBeVisible();
  await expectNoViolation();
  await dialog.getByRole('button', { name: '3 March 2026', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(input).toHaveValue('03-03-2026');
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
  const title = dialog.getByText('March 2026', { exact: true });
  await expect.element(title).toBeVisible();
  await title.click({ force: true });
  await expect
    .element(dialog.getByRole('button', { name: '3 March 2026', exact: true }))
    .toBeVisible();
  expect(dialog.getByText(/^(Jan|January)$/).elements()).toEqual([]);
});

it('reaches every year from 1000 to 9999 by typing it, and no farther one', async () => {
  const { input, dialog } = await openPicker();
  const year = dialog.getByLabelText('Year');
  await year.fill('1000');
  await expect.element(dialog.getByText('March 1000')).toBeVisible();
  for (const farther of ['999', '0999', '10000']) {
    await year.fill(farther);
    await expect.element(year).toHaveValue(Number(farther));
    await expect.element(dialog.getByText('March 1000')).toBeVisible();
  }
  await year.fill('9999');
  await dialog.getByRole('button', { name: '31 March 9999', exact: true }).click();
  await expect.element(input).toHaveValue('31-03-9999');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('turns by month and stops at the ends of its years', async () => {
  const { input, dialog } = await openPicker();
  const [previous, next] = [
    dialog.getByRole('button', { name: 'Previous month' }),
    dialog.getByRole('button', { name: 'Next month' }),
  ];
  await next.click();
  await next.click();
  await expect.element(dialog.getByText('May 2026')).toBeVisible();
  for (const month of ['April', 'March', 'February']) {
    await previous.click();
    await expect.element(dialog.getByText(`${month} 2026`)).toBeVisible();
  }
  await dialog.getByLabelText('Year').fill('1000');
  await previous.click();
  await expect.element(previous).toBeDisabled();
  await dialog.getByRole('button', { name: '31 January 1000', exact: true }).click();
  await expect.element(input).toHaveValue('31-01-1000');
});

it('works by keyboard alone', async () => {
  const { screen, input, dialog } = await renderPicker();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(dialog).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '14 March 2026' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(input).toHaveValue('15-03-2026');
  await expect.element(input).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(input).toHaveValue('15-03-2026');
});
