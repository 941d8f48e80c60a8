import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { makeSpacedTurns, makeTurns } from './turns.ts';

/** Work that goes on until it is told to end. */
function makeWork() {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: vi.fn(() => done), end };
}

test('so many at a time for each caller, in the order of their coming', async () => {
  const inTurn = makeTurns(2);
  const works = Array.from({ length: 4 }, makeWork);
  const other = makeWork();
  const running = works.map(({ run }) => inTurn('one', run));
  const beside = inTurn('other', other.run);
  const begun = () => works.map(({ run }) => run.mock.calls.length);
  await sleep(0);
  expect(begun()).toEqual([1, 1, 0, 0]);
  expect(other.run).toHaveBeenCalledTimes(1);
  works[1]?.end();
  await running[1];
  await vi.waitUntil(() => begun()[2] === 1, { timeout: 60_000 });
  expect(begun()).toEqual([1, 1, 1, 0]);
  for (const { end } of [...works, other]) end();
  await Promise.all([...running, beside]);
  expect(begun()).toEqual([1, 1, 1, 1]);
});

test("who waits too long is told to come again, and takes nobody else's turn", async () => {
  vi.useFakeTimers();
  try {
    const inTurn = makeTurns(1);
    const [first, second, third] = [makeWork(), makeWork(), makeWork()];
    const one = inTurn('a', first.run);
    const late = inTurn('a', second.run).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_500);
    const next = inTurn('a', third.run);
    await vi.advanceTimersByTimeAsync(600);
    expect(await late).toMatchObject({ code: 'tooMany', retryAfterSeconds: 1 });
    first.end();
    await one;
    third.end();
    await next;
    expect([second.run.mock.calls.length, third.run.mock.calls.length]).toEqual([0, 1]);
  } finally {
    vi.useRealTimers();
  }
});

test('work that fails gives its turn back', async () => {
  const inTurn = makeTurns(1);
  const fail = () => Promise.reject(new Error('no'));
  for (let turn = 0; turn < 3; turn++) await expect(inTurn('a', fail)).rejects.toThrow('no');
});

test('spaced work of one caller is done one by one, with a rest longer than it took', async () => {
  vi.useFakeTimers();
  try {
    const inTurn = makeSpacedTurns(3);
    const [first, second, other] = [makeWork(), makeWork(), makeWork()];
    const one = inTurn('a', first.run);
    const two = inTurn('a', second.run);
    const beside = inTurn('b', other.run);
    await vi.advanceTimersByTimeAsync(40);
    expect([second.run.mock.calls.length, other.run.mock.calls.length]).toEqual([0, 1]);
    first.end();
    await one;
    await vi.advanceTimersByTimeAsync(119);
    expect(second.run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(second.run).toHaveBeenCalledTimes(1);
    for (const { end } of [second, other]) end();
    await Promise.all([two, beside]);
  } finally {
    vi.useRealTimers();
  }
});

test('one after the other without haste needs no rest, and failures give the turn back', async () => {
  const inTurn = makeSpacedTurns(1);
  const fail = () => Promise.reject(new Error('no'));
  vi.useFakeTimers();
  try {
    for (let turn = 0; turn < 3; turn++) await expect(inTurn('a', fail)).rejects.toThrow('no');
  } finally {
    vi.useRealTimers();
  }
});

test('slow work lets the next begin beside it, up to so many', async () => {
  vi.useFakeTimers();
  try {
    const inTurn = makeSpacedTurns(2);
    const works = Array.from({ length: 3 }, makeWork);
    const begun = () => works.map(({ run }) => run.mock.calls.length);
    const running = works.map(({ run }) => inTurn('a', run));
    await vi.advanceTimersByTimeAsync(499);
    expect(begun()).toEqual([1, 0, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun()).toEqual([1, 1, 0]);
    await vi.advanceTimersByTimeAsync(600);
    expect(begun()).toEqual([1, 1, 0]);
    works[0]?.end();
    await running[0];
    await vi.advanceTimersByTimeAsync(0);
    expect(begun()).toEqual([1, 1, 1]);
    for (const { end } of works) end();
    await Promise.all(running);
  } finally {
    vi.useRealTimers();
  }
});
