import { expect, test } from 'vitest';
import { tellProgress } from './progress.ts';
import type { DemoEvent } from './story.ts';

const dayMs = 24 * 60 * 60 * 1000;
const endsAt = new Date('2026-03-31T12:00:00Z');

/** What waits when so many days are left: a round each, the next one last. */
function rounds(daysLeft: number): DemoEvent[] {
  return Array.from({ length: daysLeft }, (_, day) => {
    const at = new Date(endsAt.getTime() - (day + 1) * dayMs);
    return { at, isBreak: true, run: async () => [] };
  });
}

function watch() {
  const lines: string[] = [];
  let nowMs = 1_000;
  const told = tellProgress(
    endsAt,
    (line) => lines.push(line),
    () => nowMs,
  );
  const after = (seconds: number, waiting: DemoEvent[]) => {
    nowMs += seconds * 1_000;
    told(waiting);
  };
  return { lines, after };
}

test('it says days done and time left every few seconds, and no more often', () => {
  const { lines, after } = watch();
  after(0, rounds(30));
  after(4, rounds(22));
  after(2, rounds(18));
  after(1, rounds(15));
  after(6, rounds(4));
  expect(lines).toEqual([
    'Filling the demo…',
    '  12 of 30 days, about 9 s left',
    '  26 of 30 days, about 2 s left',
  ]);
});

test('gone on with after a stop it judges by what this start told, and ends without a word', () => {
  const { lines, after } = watch();
  after(0, rounds(10));
  after(10, rounds(5));
  after(10, []);
  expect(lines).toEqual(['Filling the demo…', '  25 of 30 days, about 10 s left']);
});

test('a round weighs more than what lies between', () => {
  const { lines, after } = watch();
  const moves = rounds(20).map(({ at, run }) => ({ at, run }));
  after(0, [...rounds(1), ...moves]);
  after(10, rounds(1));
  expect(lines[1]).toBe('  29 of 30 days, about 20 s left');
});
