import { expect, it } from 'vitest';
import { profile } from '#src/test/people.ts';
import { renderScreen } from '#src/test/render-screen.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { profileFacts } from './profile-facts.tsx';

it('lists every field but the hidden ones, in words that people use', async () => {
  const lastLoginAt = new Date(2026, 10, 14, 9, 30, 0);
  const person = profile({ lastLoginAt, minimumBets: 10_00n, exposure: -25_50n });
  const screen = await renderScreen(<FactList facts={profileFacts(person)} />);
  await expect.element(screen.getByText('player7')).toBeVisible();
  const lines = [...document.querySelectorAll('dl > div')].map((line) =>
    [...line.children].map((part) => part.textContent),
  );
  expect(lines).toEqual([
    ['Username', 'player7'],
    ['Name', 'Seventh Player'],
    ['Role', 'USER'],
    ['Exposure', '-25.50'],
    ['Balance', '1,234.50'],
    ['Currency', 'USD'],
    ['Status', 'active'],
    ['Is Demo', 'No'],
    ['Min Bet Limit', '10'],
    ['Max Bet Limit', '-'],
    ['Last Login', '11/14/26, 9:30:00 AM'],
  ]);
});
