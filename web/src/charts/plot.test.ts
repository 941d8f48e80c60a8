import { expect, test } from 'vitest';
import { areaPath, axis, bands, inSteps, linear, linePath } from './plot.ts';

test('an axis ends at round values, and its marks lie on them', () => {
  const { placeOf, marks } = axis([0, 1873.5], [200, 20]);
  expect(marks).toEqual([0, 500, 1000, 1500, 2000]);
  expect(marks.map(placeOf)).toEqual([200, 155, 110, 65, 20]);
});

test('what was lost lies below zero', () => {
  const { placeOf, marks } = axis([-42, 70], [100, 0]);
  expect(marks).toEqual([-100, -50, 0, 50, 100]);
  expect(placeOf(-100)).toBe(100);
  expect(placeOf(100)).toBe(0);
});

test('the way back leads to the value', () => {
  const x = linear([0, 30], [48, 708]);
  const back = linear([48, 708], [0, 30]);
  for (const value of [0, 7, 30]) expect(back(x(value))).toBeCloseTo(value);
});

test.each([1, 2, 31])('%i bands fill their room, with the same gap everywhere', (count) => {
  const { startOf, width } = bands(count, [10, 110], 0.25);
  const gap = width / 3;
  expect(startOf(0)).toBeCloseTo(10 + gap);
  expect(startOf(count - 1) + width).toBeCloseTo(110 - gap);
  for (let index = 1; index < count; index++) {
    expect(startOf(index) - startOf(index - 1)).toBeCloseTo(width + gap);
  }
});

test('a line leaves out what is not there', () => {
  expect(linePath([[0, 1], [1, 2.345678], undefined, [3, 4], [5, 6]])).toBe('M0,1L1,2.35M3,4L5,6');
  expect(linePath([])).toBe('');
});

test('an area goes down to its height and back', () => {
  expect(
    areaPath(
      [
        [0, 1],
        [2, 3],
      ],
      9,
    ),
  ).toBe('M0,1L2,3L2,9L0,9Z');
  expect(areaPath([], 9)).toBe('');
});

test('a balance stays until the next one comes', () => {
  const steps = inSteps([
    [0, 5],
    [10, 7],
    [20, 1],
  ]);
  expect(linePath(steps)).toBe('M0,5L10,5L10,7L20,7L20,1');
});
