import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearSession } from '#src/lib/session.ts';
import { removeToast, toast } from '#src/lib/toast.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';

const texts = () => [...document.querySelectorAll('[data-kind]')].map((node) => node.textContent);

async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms);
}

beforeEach(async () => {
  await renderScreen('a screen');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

it('stays 5000 ms and fades for 300', async () => {
  toast.success('Saved', 'Done');
  await vi.waitFor(() => expect(texts()).toEqual(['DoneSaved']), { interval: 1 });
  await pass(4990);
  expect(document.querySelector('[data-leaving]')).toBeNull();
  await pass(20);
  await vi.waitFor(() => expect(document.querySelector('[data-leaving]')).not.toBeNull());
  await pass(300);
  await vi.waitFor(() => expect(texts()).toEqual([]));
});

it('stays while the pointer is on it and 1000 ms longer', async () => {
  toast.error('Stay');
  await vi.waitFor(() => expect(texts()).toEqual(['ErrorStay']));
  const card = document.querySelector('[data-kind]');
  card?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  await pass(20_000);
  expect(texts()).toEqual(['ErrorStay']);
  card?.dispatchEvent(new MouseEvent('mouseout', { bubbles: true }));
  await pass(990);
  expect(document.querySelector('[data-leaving]')).toBeNull();
  await pass(320);
  await vi.waitFor(() => expect(texts()).toEqual([]));
});

it('offers something for 6000 ms, which goes with the session', async () => {
  const take = vi.fn();
  toast.warning('Gone', 'Rejected', { offer: { label: 'Undo', take } });
  await vi.waitFor(() => expect(texts()).toEqual(['RejectedGoneUndo']));
  await pass(5990);
  expect(document.querySelector('[data-leaving]')).toBeNull();
  document.querySelector<HTMLElement>('[data-kind] button')?.click();
  expect(take).toHaveBeenCalledOnce();
  await pass(310);
  await vi.waitFor(() => expect(texts()).toEqual([]));
  signInAs('SUPER');
  toast.warning('Gone', 'Rejected', { offer: { label: 'Undo', take } });
  await vi.waitFor(() => expect(texts()).toEqual(['RejectedGoneUndo']));
  clearSession();
  await vi.waitFor(() => expect(texts()).toEqual([]));
});

it('puts the newest on top, without a limit, and goes when tapped', async () => {
  const names = Array.from({ length: 9 }, (_, index) => String(index));
  for (const name of names) toast.warning(name, 'No');
  await vi.waitFor(() => expect(texts()).toEqual(names.map((name) => `No${name}`).reverse()));
  document.querySelector<HTMLElement>('[data-kind]')?.click();
  await pass(310);
  await vi.waitFor(() => expect(texts()[0]).toBe('No7'));
  await pass(6000);
});

it('says the same thing once while it is on screen', async () => {
  toast.error('Lost', 'Error', { id: 'read users' });
  toast.error('Lost', 'Error', { id: 'read users' });
  await vi.waitFor(() => expect(texts()).toEqual(['ErrorLost']));
  removeToast('read users');
  await vi.waitFor(() => expect(texts()).toEqual([]));
});
