import { expect, it } from 'vitest';
import { renderScreen } from '#src/test/render-screen.tsx';
import { BetPl } from './bet-pl.tsx';

const green = 'rgb(23, 102, 58)';
const red = 'rgb(176, 42, 42)';

it.each([
  [100_00n, 50_00n, '50.00', green, 'operator won'],
  [50_00n, 1_284_50n, '1,234.50', red, 'operator lost'],
  [50_00n, 50_00n, '0.00', red, 'operator neither won nor lost'],
  [50_00n, undefined, '0.00', red, 'no result'],
])('of a stake of %s and a cash-out of %s is %s', async (stake, cashout, text, color, words) => {
  const screen = await renderScreen(<BetPl stake={stake} cashout={cashout} />);
  const shown = screen.getByText(text, { exact: true });
  await expect.element(shown).toBeVisible();
  expect(getComputedStyle(shown.element()).color).toBe(color);
  await expect.element(screen.getByRole('img', { name: words })).toBeVisible();
});
