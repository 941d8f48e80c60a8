import { expect, test } from 'vitest';
import { tellProgress } from './progress.ts';

const dayMs = 24 * 60 * 60 * 1000;
const endsAt = new Date('2026-03-31T12:00:00Z');
const daysBefore = (days: number) => new Date(endsAt.getTime() - days * dayMs);

function watch(toldUntil: Date) {
  const lines: string[] = [];
  let nowMs = 1_000;
  const told = tellProgress(
    { endsAt, toldUntil },
    (line) => lines.push(line),
    () => nowMs,
  );
  const after = (seconds: number, until: Date) => {
    nowMs += seconds * 1_000;
    told(until);
  };
  return { lines, after };
}

test('it says days done and time left every few seconds, and no more often', () => {
  const { lines, after } = watch(daysBefore(30));
  after(4, daysBefore(22));
  after(2, daysBefore(18));
  after(1, daysBefore(15));
  after(6, daysBefore(4));
  expect(lines).toEqual([
    'Filling the demo…',
    '  12 of 30 days, about 9 s left',
    '  26 of 30 days, about 2 s left',
  ]);
});

test('gone on with after a stop it judges by what this start told, and ends without a word', () => {
  const { lines, after } = watch(daysBefore(10));
  after(10, daysBefore(5));
  after(10, endsAt);
  expect(lines).toEqual(['Filling the demo…', '  25 of 30 days, about 10 s left']);
});
