import { expect, it } from 'vitest';
import { colourOf, green, red } from '#src/test/colours.ts';
import { bet } from '#src/test/play.ts';
import { renderScreen } from '#src/test/render-screen.tsx';
import { BetPl, resultOf } from './bet-pl.tsx';

it.each([
  ['settled', 50_00n, '50.00', green, 'operator won'],
  ['settled', 1_334_50n, '1,234.50', red, 'operator lost'],
  ['settled', 100_00n, '0.00', red, 'operator neither won nor lost'],
  ['unsettled', undefined, '0.00', red, 'no result'],
  ['void', undefined, '0.00', red, 'no result'],
  ['void', 0n, '0.00', red, 'no result'],
] as const)('of a %s bet that paid %s is %s', async (type, cashoutAmount, text, color, words) => {
  const { cashoutAmount: _, ...open } = bet({ type });
  const given = cashoutAmount === undefined ? open : { ...open, cashoutAmount };
  const screen = await renderScreen(<BetPl result={resultOf(given)} />);
  const shown = screen.getByText(text, { exact: true });
  await expect.element(shown).toBeVisible();
  expect(colourOf(shown)).toBe(color);
  await expect.element(screen.getByRole('img', { name: words })).toBeVisible();
});
