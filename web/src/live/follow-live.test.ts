import type { LiveChange } from '@pitboss/contract/live';
import { live } from '@pitboss/contract/live';
import { maintenance } from '@pitboss/contract/maintenance';
import { expect, it, onTestFinished, vi } from 'vitest';
import { getSession } from '#src/lib/session.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { signInAs } from '#src/test/render-screen.tsx';
import { followLive } from './follow-live.ts';

/** The platform's side of one stream. */
interface Line {
  headers: Headers;
  tell: (words: string) => void;
  cut: () => void;
  isLeft: () => boolean;
}

function streaming(api: ReturnType<typeof fakeApi>) {
  const lines: Line[] = [];
  api.answerLate(live.now, ({ headers, signal }) => {
    let told: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        told = controller;
      },
    });
    signal?.addEventListener('abort', () => told.error(signal.reason));
    const tell = (words: string) => told.enqueue(new TextEncoder().encode(words));
    lines.push({ headers, tell, cut: () => told.close(), isLeft: () => signal?.aborted === true });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return lines;
}

function follow() {
  signInAs('ADMIN');
  const heard: LiveChange[] = [];
  const stopping = new AbortController();
  followLive((change) => heard.push(change), stopping.signal);
  onTestFinished(() => stopping.abort());
  return heard;
}

function show(visibilityState: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
  document.dispatchEvent(new Event('visibilitychange'));
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
}

it('hears what the stream tells, in whatever pieces it comes', async () => {
  const lines = streaming(fakeApi());
  const heard = follow();
  await expect.poll(() => lines.length).toBe(1);
  const [line] = lines as [Line];
  expect(line.headers.get('authorization')).toBe('Bearer a-token');
  expect([line.headers.get('accept'), line.headers.get('x-background')]).toEqual([
    'text/event-stream',
    'true',
  ]);
  line.tell('id: 7\ndata: {"unread":2,');
  line.tell('"isMaintenance":true}\n\n:\n\ndata: {"unr');
  line.tell('ead":3}\n\n');
  await expect.poll(() => heard).toEqual([{ unread: 2, isMaintenance: true }, { unread: 3 }]);
});

it('comes again after a cut and says where it was', async () => {
  const lines = streaming(fakeApi());
  follow();
  await expect.poll(() => lines.length).toBe(1);
  lines[0]?.tell('id: 41\ndata: {"unread":0}\n\n');
  lines[0]?.cut();
  await expect.poll(() => lines.length).toBe(2);
  expect(lines[0]?.headers.get('last-event-id')).toBeNull();
  expect(lines[1]?.headers.get('last-event-id')).toBe('41');
});

it('hears nothing while the page is hidden, and goes on when it is back in view', async () => {
  const lines = streaming(fakeApi());
  const heard = follow();
  await expect.poll(() => lines.length).toBe(1);
  lines[0]?.tell('id: 5\ndata: {"unread":1}\n\n');
  await expect.poll(() => heard.length).toBe(1);
  show('hidden');
  await expect.poll(() => lines[0]?.isLeft()).toBe(true);
  expect(lines.length).toBe(1);
  show('visible');
  await expect.poll(() => lines.length).toBe(2);
  expect(lines[1]?.headers.get('last-event-id')).toBe('5');
});

it('asks where streams do not get through', async () => {
  const api = fakeApi();
  const now = {
    at: new Date(),
    round: null,
    play: [],
    pending: [],
    wallets: [],
    isMaintenance: false,
    unread: 4,
    notifications: [],
    cursor: '9',
  };
  api.answer(live.now, now);
  const heard = follow();
  await expect.poll(() => heard[0]?.unread).toBe(4);
  const marks = api.callsOf(live.now).map(({ headers }) => headers.get('x-background'));
  expect(new Set(marks)).toEqual(new Set(['true']));
});

it('asks a platform that has no stream for maintenance alone', async () => {
  const api = fakeApi();
  api.refuse(live.now, 404);
  api.answer(maintenance.get, { isMaintenance: true });
  const heard = follow();
  await expect.poll(() => heard).toEqual([{ isMaintenance: true }]);
});

it('ends the session here when it is over there', async () => {
  const api = fakeApi();
  api.refuse(live.now, 401, 'Session expired. Please log in again.');
  follow();
  await expect.poll(() => getSession()).toBeNull();
});
