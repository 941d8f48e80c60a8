import IconCaretUpFilled from 'tabler:caret-up-filled';
import IconDice5 from 'tabler:dice-5';
import IconEye from 'tabler:eye';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Icon } from './icon.tsx';

async function drawn(Shown: Icon): Promise<SVGSVGElement> {
  const { container } = await render(<Shown size={18} className="mine" />);
  const svg = container.querySelector('svg');
  if (!svg) throw new Error('Nothing is drawn.');
  return svg;
}

test('is as large as it is told to be, and nothing to be read out', async () => {
  const svg = await drawn(IconEye);
  const { width, height } = svg.getBoundingClientRect();
  expect([width, height]).toEqual([18, 18]);
  expect(svg.getAttribute('aria-hidden')).toBe('true');
  expect(svg.classList).toContain('mine');
});

test.each([
  ['lines', IconEye, ['none'], 'rgb(0, 0, 0)'],
  ['a surface', IconCaretUpFilled, ['rgb(0, 0, 0)'], 'none'],
  ['lines around surfaces', IconDice5, ['none', 'rgb(0, 0, 0)'], 'rgb(0, 0, 0)'],
])('draws %s in the colour of the words around it', async (_, Shown, fills, stroke) => {
  document.body.style.color = 'rgb(0, 0, 0)';
  const svg = await drawn(Shown);
  const styles = [...svg.querySelectorAll('path')].map((path) => getComputedStyle(path));
  document.body.style.color = '';
  expect([...new Set(styles.map(({ fill }) => fill))]).toEqual(fills);
  expect([...new Set(styles.map((style) => style.stroke))]).toEqual([stroke]);
});
