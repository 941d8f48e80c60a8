import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearSession } from '#src/lib/session.ts';
import { removeToast, toast } from '#src/lib/toast.ts';
import { drawn } from '#src/test/frames.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';

const cards = () => [...document.querySelectorAll<HTMLElement>('[data-kind]')];
const isLeaving = () => document.querySelector('[data-leaving]') !== null;

/** What stands there once it is drawn; to wait for it would let the held clock run. */
async function texts() {
  await drawn();
  return cards().map((card) => card.textContent);
}

async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms);
  await drawn();
}

/** What a pointer meets in the middle of it. A pointer that moves would let the held clock run. */
function at(card: HTMLElement | undefined) {
  const { left, top, width, height } = card?.getBoundingClientRect() ?? new DOMRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) as HTMLElement | null;
}

/** Leaves after so many milliseconds, no sooner and no later, and has faded 300 after that. */
async function leavesAfter(ms: number) {
  await pass(ms - 10);
  expect(isLeaving()).toBe(false);
  await pass(20);
  expect(isLeaving()).toBe(true);
  await pass(300);
  expect(cards()).toEqual([]);
}

beforeEach(async () => {
  await renderScreen('a screen');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

it('stays 5000 ms and fades for 300', async () => {
  toast.success('Saved', 'Done');
  expect(await texts()).toEqual(['DoneSaved']);
  await leavesAfter(5000);
});

it('stays while the pointer is on it and 1000 ms longer', async () => {
  toast.error('Stay');
  expect(await texts()).toEqual(['ErrorStay']);
  at(cards()[0])?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  await pass(20_000);
  expect(await texts()).toEqual(['ErrorStay']);
  expect(isLeaving()).toBe(false);
  at(cards()[0])?.dispatchEvent(new MouseEvent('mouseout', { bubbles: true }));
  await leavesAfter(1000);
});

it('offers something for 6000 ms, which goes with the session', async () => {
  const take = vi.fn();
  const offer = () => toast.warning('Gone', 'Rejected', { offer: { label: 'Undo', take } });
  offer();
  expect(await texts()).toEqual(['RejectedGoneUndo']);
  await leavesAfter(6000);
  offer();
  expect(await texts()).toEqual(['RejectedGoneUndo']);
  document.querySelector<HTMLElement>('[data-kind] button')?.click();
  expect(take).toHaveBeenCalledOnce();
  await pass(0);
  await pass(310);
  expect(await texts()).toEqual([]);
  signInAs('SUPER');
  offer();
  expect(await texts()).toEqual(['RejectedGoneUndo']);
  clearSession();
  expect(await texts()).toEqual([]);
});

it('puts the newest on top at the right, without a limit, and goes when tapped', async () => {
  const names = Array.from({ length: 9 }, (_, index) => String(index));
  for (const name of names) toast.warning(name, 'No');
  const newestFirst = names.map((name) => `No${name}`).reverse();
  expect(await texts()).toEqual(newestFirst);
  const boxes = cards().map((card) => card.getBoundingClientRect());
  const tops = boxes.map(({ top }) => top);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(new Set(tops).size).toBe(9);
  for (const { right } of boxes) {
    expect(right).toBeGreaterThan(innerWidth - 60);
    expect(right).toBeLessThanOrEqual(innerWidth);
  }
  at(cards()[0])?.click();
  await pass(0);
  await pass(310);
  expect(await texts()).toEqual(newestFirst.slice(1));
  await pass(6000);
});

it('says the same thing once while it is on screen', async () => {
  toast.error('Lost', 'Error', { id: 'read users' });
  toast.error('Lost', 'Error', { id: 'read users' });
  expect(await texts()).toEqual(['ErrorLost']);
  removeToast('read users');
  expect(await texts()).toEqual([]);
});
