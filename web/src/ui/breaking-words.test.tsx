import { expect, it } from 'vitest';
import { renderScreen } from '#src/test/render-screen.tsx';
import { GroupedNumber } from './grouped-number.tsx';
import { SafeLink } from './safe-link.tsx';

/** The lines that a box of this width shows its words in. */
async function linesOf(words: React.ReactElement, width: string): Promise<string[]> {
  const screen = await renderScreen(
    <p data-testid="box" style={{ width, overflowWrap: 'anywhere' }}>
      {words}
    </p>,
  );
  const lines = new Map<number, string>();
  const walker = document.createTreeWalker(
    screen.getByTestId('box').element(),
    NodeFilter.SHOW_TEXT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (let at = 0; at < (node.textContent ?? '').length; at += 1) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const top = Math.round(range.getBoundingClientRect().top);
      lines.set(top, `${lines.get(top) ?? ''}${range.toString()}`);
    }
  }
  return [...lines.values()];
}

it('an IBAN breaks between its groups of four, and is one number to who copies it', async () => {
  const iban = 'US36400500037710520';
  const lines = await linesOf(<GroupedNumber number={iban} />, '15ch');
  expect(lines).toEqual(['US3640050003', '7710520']);
  expect(document.body).toHaveTextContent(iban);
});

it('a number of few digits is there as it is', async () => {
  expect(await linesOf(<GroupedNumber number="PK3" />, '15ch')).toEqual(['PK3']);
});

it('a link breaks behind a slash, and not within a word', async () => {
  const href = 'https://play.example.com/weekend-cup';
  expect(await linesOf(<SafeLink href={href} />, '25ch')).toEqual([
    'https://play.example.com/',
    'weekend-cup',
  ]);
});
