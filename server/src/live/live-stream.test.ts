import { expect, test } from 'vitest';
import { makeParts, type Parts, renew } from './live-parts.ts';
import { bring, type Stream, type Told } from './live-stream.ts';

function openStream() {
  const written: string[] = [];
  let isFull = false;
  const sink = {
    write: (text: string) => {
      written.push(text);
      return !isFull;
    },
    end: () => {},
    destroy: () => {},
  };
  const stream: Stream<null> = {
    credentials: null,
    sessionId: 1n,
    sink,
    since: undefined,
    version: 0,
    toldUpTo: 0,
    isFull: false,
    fullSinceMs: 0,
    wroteAtMs: performance.now(),
  };
  const fill = (isNow: boolean) => {
    isFull = isNow;
  };
  return { stream, written, fill };
}

const at = new Date(0);
const nothing = { round: null, isMaintenance: null, play: [], pending: [], wallets: [] };
const newsOf = (parts: Parts, told: Told[] = [], missed: string[] = []) => {
  return { at, cursor: '7', parts, told, missed };
};

test('all of it is told at first, then only what has changed', () => {
  const { stream, written } = openStream();
  const parts = makeParts();
  renew(parts, { ...nothing, unread: 1 });
  bring(stream, newsOf(parts));
  renew(parts, { ...nothing, unread: 1 });
  bring(stream, newsOf(parts));
  renew(parts, { ...nothing, unread: 2 });
  bring(stream, newsOf(parts));
  expect(written).toHaveLength(1);
  stream.wroteAtMs -= 2_000;
  bring(stream, newsOf(parts));
  const [first, second, ...more] = written;
  expect(first).toMatch(/^id: 7\ndata: .*"wallets":\[\].*"unread":1.*"cursor":"7"}\n\n$/);
  expect(second).toBe('data: {"at":"1970-01-01T00:00:00.000Z","unread":2}\n\n');
  expect(more).toEqual([]);
});

test('a slow reader is sent nothing more until it has taken what it has, then the newest', () => {
  const { stream, written, fill } = openStream();
  const parts = makeParts();
  fill(true);
  const told = Array.from({ length: 3 }, (_, n) => ({ number: n + 1, text: `{"n":${n + 1}}` }));
  for (let unread = 0; unread < 1_000; unread++) {
    renew(parts, { ...nothing, unread });
    expect(bring(stream, newsOf(parts, unread === 0 ? [] : told))).toBe(true);
  }
  expect(written).toHaveLength(1);
  fill(false);
  stream.isFull = false;
  bring(stream, newsOf(parts, told));
  expect(written).toHaveLength(2);
  expect(written[1]).toContain('"unread":999,"notifications":[{"n":1},{"n":2},{"n":3}]');
});

test('who takes nothing for too long, or has missed what is forgotten, is let go', () => {
  const { stream } = openStream();
  const parts = makeParts();
  renew(parts, { ...nothing, unread: 0 });
  bring(stream, newsOf(parts));
  const late = { number: 60, text: '{}' };
  expect(bring({ ...stream }, newsOf(parts, [late]))).toBe(false);
  const full = { ...stream, isFull: true, fullSinceMs: performance.now() - 30_000 };
  expect(bring(full, newsOf(parts))).toBe(false);
});
