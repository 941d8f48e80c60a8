import { expect, it } from 'vitest';
import { renderScreen } from '#src/test/render-screen.tsx';
import { BigMoney } from './big-money.tsx';

/** As wide as the cards of a client’s figures are at the least. */
const widthPx = 114;

async function draw(minor: bigint, signed: boolean) {
  const screen = await renderScreen(
    <div style={{ containerType: 'inline-size', width: widthPx, fontSize: 18, fontWeight: 650 }}>
      <BigMoney minor={minor} signed={signed} />
    </div>,
  );
  const element = screen.getByText(/^[+\-−\d]/).element();
  const { width, height } = element.getBoundingClientRect();
  return { width, height, px: Number.parseFloat(getComputedStyle(element).fontSize) };
}

it.each([
  [649_082_252n, false],
  [12_345_678_901_23n, false],
  [-98_765_432_10n, true],
])('%i is whole on one line of a narrow card', async (minor, signed) => {
  const { width, height, px } = await draw(minor, signed);
  expect(width).toBeLessThanOrEqual(widthPx);
  expect(height).toBeLessThan(2 * px);
});

it('few digits are as large as the card has them', async () => {
  expect((await draw(1_250n, false)).px).toBe(18);
});
