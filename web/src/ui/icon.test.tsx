import IconCaretUpFilled from 'tabler:caret-up-filled';
import IconDice5 from 'tabler:dice-5';
import IconEye from 'tabler:eye';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { renderScreen } from '#src/test/render-screen.tsx';

const ink = 'rgb(10, 20, 30)';

async function drawn(shown: ReactNode): Promise<SVGSVGElement> {
  const { container } = await renderScreen(<span style={{ color: ink }}>{shown}</span>);
  const svg = container.querySelector('svg');
  if (!svg) throw new Error('Nothing is drawn.');
  return svg;
}

test('is as large as it is told to be, and not read out', async () => {
  const svg = await drawn(<IconEye size={18} className="mine" />);
  const { width, height } = svg.getBoundingClientRect();
  expect([width, height]).toEqual([18, 18]);
  expect(svg.getAttribute('aria-hidden')).toBe('true');
  expect(svg.classList).toContain('mine');
});

test('is read out where it alone tells something', async () => {
  const screen = await renderScreen(<IconEye label="seen by somebody" />);
  await expect.element(screen.getByRole('img', { name: 'seen by somebody' })).toBeVisible();
});

test.each([
  ['lines', IconEye, ['none'], ink],
  ['a surface', IconCaretUpFilled, [ink], 'none'],
  ['lines around surfaces', IconDice5, ['none', ink], ink],
])('draws %s in the colour of the words around it', async (_, Shown, fills, stroke) => {
  const svg = await drawn(<Shown />);
  const styles = [...svg.querySelectorAll('path')].map((path) => getComputedStyle(path));
  expect([...new Set(styles.map(({ fill }) => fill))]).toEqual(fills);
  expect([...new Set(styles.map((style) => style.stroke))]).toEqual([stroke]);
});
