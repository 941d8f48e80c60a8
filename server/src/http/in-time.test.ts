import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OutcomeUnknown } from '../db/database-errors.ts';
import { inTime } from './in-time.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const look = { effect: 'read', takes: 'json', allow: 'operators' } as const;
const never = new Promise<string>(() => {});

/** What it has come to after so long; "nothing yet" when it goes on. */
async function after(ms: number, call: Parameters<typeof inTime>[0]): Promise<unknown> {
  const outcome = inTime(call, never).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(ms);
  return Promise.race([outcome, Promise.resolve('nothing yet')]);
}

test('an answer in time is the answer, and so is a refusal', async () => {
  expect(await inTime(look, Promise.resolve('yes'))).toBe('yes');
  await expect(inTime(look, Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
});

test('a look that takes too long may be tried again, a change may have been done', async () => {
  expect(await after(9_000, look)).toBe('nothing yet');
  expect(await after(10_000, look)).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
  expect(await after(10_000, { ...look, effect: 'money' })).toBeInstanceOf(OutcomeUnknown);
});

test('files and game servers have all the time they need', async () => {
  expect(await after(60_000, { ...look, takes: 'multipart' })).toBe('nothing yet');
  expect(await after(60_000, { ...look, allow: 'services' })).toBe('nothing yet');
});

test('what fails after its time is nobody’s any more', async () => {
  let fail: (error: Error) => void = () => {};
  const answer = new Promise<string>((_, reject) => {
    fail = reject;
  });
  const outcome = inTime(look, answer).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toMatchObject({ code: 'unavailable' });
  fail(new Error('too late'));
  await vi.advanceTimersByTimeAsync(1_000);
});
