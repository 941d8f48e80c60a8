import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
import { inSnapshot } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { countUnread } from '../notifications/count-unread.ts';
import { type NotificationRow, toNotification } from '../notifications/notification-row.ts';
import { encode, makeParts, type Parts, renew, valuesOf } from './live-parts.ts';
import { bring, type Sink, type Stream, type Told } from './live-stream.ts';
import { findMissed, findNew, look, type Watcher } from './look.ts';

/** How often a node looks while anybody watches. */
const lookMs = 200;
/** While the database is away. */
const failedMs = 1_000;
/** What others of the person's panels have read need not be known at once. */
const unreadMs = 1_000;
/** Each session is looked at so often: a stream ends so soon after it. */
const checkMs = 3_000;
/** More tabs than anybody has in view; the next one asks now and then instead. */
const streamsMax = 8;
/** Of one operator's notifications so many are remembered for those who are slow. */
const toldMax = 50;

/** An operator with open panels on this node. */
interface Place<C> {
  watcher: Watcher;
  streams: Set<Stream<C>>;
  parts: Parts;
  unread: number;
  told: Told[];
  toldCount: number;
}

interface Options<C> {
  db: Db;
  /** Which of these may not go on: their sessions are over. */
  findGone: (credentials: C[]) => Promise<Set<C>>;
  /** A node that is told to stop sends its readers to another one at once. */
  isStopping: () => boolean;
  onError: (error: unknown) => void;
}

export interface LiveHub<C> {
  open(watcher: Watcher, opened: Opened<C>): { drained: () => void; left: () => void };
  close(): void;
}

interface Opened<C> {
  credentials: C;
  sessionId: bigint;
  since: string | undefined;
  sink: Sink;
}

/**
 * The open panels of this node. The database is looked at once for all of them, a few times a
 * second and only while there are any; each is sent what has changed for its own operator.
 */
export function makeLiveHub<C>(options: Options<C>): LiveHub<C> {
  const { db, findGone, isStopping, onError } = options;
  const places = new Map<bigint, Place<C>>();
  const seen = new Map<bigint, bigint>();
  let cursor: string | undefined;
  let isLooking = false;
  let unreadAtMs = 0;
  let checkedUpTo = 0;

  const streams = () => [...places.values()].flatMap((place) => [...place.streams]);

  function leave(place: Place<C>, stream: Stream<C>): void {
    place.streams.delete(stream);
    if (place.streams.size === 0) places.delete(place.watcher.id);
  }

  function placeOf(watcher: Watcher): Place<C> {
    const known = places.get(watcher.id);
    if (known) return known;
    const place = { watcher, streams: new Set<Stream<C>>(), parts: makeParts(), unread: 0 };
    const fresh = { ...place, told: [], toldCount: 0 };
    places.set(watcher.id, fresh);
    // Its count is read with the next look.
    unreadAtMs = 0;
    return fresh;
  }

  async function lookOnce(): Promise<void> {
    const open = [...places.values()];
    const watchers = open.map(({ watcher }) => watcher);
    const joining = open.flatMap((place) =>
      [...place.streams].filter(({ since }) => since !== undefined).map((one) => ({ place, one })),
    );
    const isUnreadDue = performance.now() - unreadAtMs >= unreadMs;
    const seenNow = await inSnapshot(db, async (snapshot) => {
      const now = await look(snapshot, watchers);
      const rows = await findNew(snapshot, watchers, cursor ?? now.cursor);
      const called = isUnreadDue ? watchers.map(({ id }) => id) : rows.map(({ userId }) => userId);
      const unread = called.length > 0 ? await countUnread(snapshot, called) : new Map();
      const missed = new Map<Stream<C>, NotificationRow[]>();
      for (const { place, one } of joining) {
        missed.set(one, await findMissed(snapshot, place.watcher.id, one.since ?? now.cursor));
      }
      return { now, rows, unread, missed };
    });
    if (isUnreadDue) unreadAtMs = performance.now();
    const { now, unread, missed } = seenNow;
    const fresh = freshOf(seenNow.rows, now.cursor);
    for (const place of open) {
      place.unread = unread.get(place.watcher.id) ?? place.unread;
      tell(place, fresh.get(place.watcher.id) ?? []);
      renew(place.parts, valuesOf(now, now.shareOf(place.watcher), place.unread));
      for (const stream of place.streams) {
        const own = (missed.get(stream) ?? []).map(textOf);
        // Who came while the others were looked up waits for the next look.
        if (stream.since !== undefined && !missed.has(stream)) continue;
        const news = { at: now.at, cursor: now.cursor, parts: place.parts, told: place.told };
        if (bring(stream, { ...news, missed: own })) continue;
        leave(place, stream);
        stream.sink.destroy();
      }
    }
  }

  /** Those that no look before has seen, by person; the first look of all only begins to count. */
  function freshOf(rows: NotificationRow[], next: string): Map<bigint, NotificationRow[]> {
    const isFirst = cursor === undefined;
    const fresh = isFirst ? [] : rows.filter(({ id }) => !seen.has(id));
    for (const { id, xact } of rows) seen.set(id, BigInt(xact));
    for (const [id, xact] of seen) if (xact < BigInt(next)) seen.delete(id);
    cursor = next;
    return Map.groupBy(fresh, ({ userId }) => userId);
  }

  function tell(place: Place<C>, rows: NotificationRow[]): void {
    for (const row of rows) {
      place.toldCount += 1;
      place.told.push({ number: place.toldCount, text: textOf(row) });
    }
    place.told.splice(0, place.told.length - toldMax);
  }

  /** Looks after some of the sessions each time, so that each comes to its turn. */
  async function checkSome(): Promise<void> {
    const all = [...new Map(streams().map((one) => [one.sessionId, one])).values()];
    const count = Math.ceil((all.length * lookMs) / checkMs);
    const some = [...all, ...all].slice(checkedUpTo, checkedUpTo + count);
    checkedUpTo = (checkedUpTo + count) % Math.max(all.length, 1);
    const gone = await findGone(some.map(({ credentials }) => credentials));
    const over = new Set(some.filter((one) => gone.has(one.credentials)).map((o) => o.sessionId));
    if (over.size === 0) return;
    for (const place of [...places.values()]) {
      for (const stream of [...place.streams].filter(({ sessionId }) => over.has(sessionId))) {
        leave(place, stream);
        stream.sink.end();
      }
    }
  }

  async function keepLooking(): Promise<void> {
    isLooking = true;
    cursor = undefined;
    seen.clear();
    for (let isFailing = false; places.size > 0; ) {
      if (isStopping()) endAll();
      const startedAtMs = performance.now();
      try {
        await checkSome();
        await lookOnce();
        isFailing = false;
      } catch (error) {
        if (!isFailing && places.size > 0) onError(error);
        isFailing = true;
      }
      const tookMs = performance.now() - startedAtMs;
      // However many watch, the database has most of the time for others.
      const restMs = isFailing ? failedMs : Math.max(lookMs - tookMs, 3 * tookMs);
      await sleep(restMs, undefined, { ref: false });
    }
    isLooking = false;
  }

  function endAll(): void {
    for (const { sink } of streams()) sink.end();
    places.clear();
  }

  return {
    open(watcher, { credentials, sessionId, since, sink }) {
      const ofSession = [...(places.get(watcher.id)?.streams ?? [])].filter(
        (one) => one.sessionId === sessionId,
      );
      if (ofSession.length >= streamsMax) throw tooMany();
      const place = placeOf(watcher);
      const stream = {
        credentials,
        sessionId,
        sink,
        since,
        version: 0,
        toldUpTo: place.toldCount,
        isFull: false,
        fullSinceMs: 0,
        wroteAtMs: performance.now(),
      };
      place.streams.add(stream);
      if (!isLooking) keepLooking();
      return {
        drained: () => {
          stream.isFull = false;
        },
        left: () => leave(place, stream),
      };
    },
    close: endAll,
  };
}

/** One of the list that a message carries, without the list around it. */
function textOf(row: NotificationRow): string {
  return encode('notifications', [toNotification(row)]).slice(1, -1);
}

function tooMany(): Refusal {
  return new Refusal('tooMany', 'Too many panels of this session are open.', {
    retryAfterSeconds: 30,
  });
}
