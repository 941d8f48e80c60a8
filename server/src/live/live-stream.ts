import { hasRoundMoved, messageOf, type Parts } from './live-parts.ts';

/** Where the words of a stream go. */
export interface Sink {
  /** False: it is full, and what more is written would wait in memory. */
  write(text: string): boolean;
  end(): void;
  /** Drops what it still holds. */
  destroy(): void;
}

/** A notification as it is sent, numbered in the order of its coming. */
export interface Told {
  number: number;
  text: string;
}

/** One open panel. */
export interface Stream<Credentials> {
  credentials: Credentials;
  sessionId: bigint;
  sink: Sink;
  /** Where the reader was cut off, until it has been told what it missed. */
  since: string | undefined;
  /** How far it has been told. */
  version: number;
  toldUpTo: number;
  isFull: boolean;
  fullSinceMs: number;
  wroteAtMs: number;
}

/** Below the time after which proxies and the node itself take a silent connection for dead. */
const beatMs = 15_000;
/** Who takes nothing for so long is gone, or will be better off coming again. */
const fullMsMax = 20_000;
/**
 * What changes all the time is told every two seconds. What changes now and then, a round's step
 * and a call are told with the look that finds them.
 */
const restMs = 2_000;

interface News {
  at: Date;
  cursor: string;
  parts: Parts;
  told: Told[];
  /** What it missed while it was cut off, in the words of the wire. */
  missed: string[];
}

/**
 * Brings a reader up to now. One that is full gets nothing until it has taken what it was sent,
 * then the newest state alone: so it holds one message, however slow it is. False: it is lost.
 */
export function bring(stream: Stream<unknown>, news: News): boolean {
  const nowMs = performance.now();
  if (stream.isFull) return nowMs - stream.fullSinceMs < fullMsMax;
  const isFirst = stream.version === 0;
  const due = news.told.filter(({ number }) => number > stream.toldUpTo);
  const last = news.told.at(-1)?.number ?? stream.toldUpTo;
  // Some were forgotten before it could be told: it comes again with its cursor, and asks for them.
  if (!isFirst && due.length < last - stream.toldUpTo) return false;
  const notifications = isFirst ? news.missed : due.map(({ text }) => text);
  const isUrgent = isFirst || notifications.length > 0 || hasRoundMoved(news.parts, stream.version);
  if (!isUrgent && nowMs - stream.wroteAtMs < restMs) return true;
  const text = messageOf(news.parts, {
    at: news.at,
    version: stream.version,
    notifications,
    cursor: isFirst || notifications.length > 0 ? news.cursor : undefined,
  });
  stream.version = news.parts.version;
  stream.toldUpTo = last;
  stream.since = undefined;
  if (text === undefined && nowMs - stream.wroteAtMs < beatMs) return true;
  stream.wroteAtMs = nowMs;
  if (!stream.sink.write(text ?? ':\n\n')) {
    stream.isFull = true;
    stream.fullSinceMs = nowMs;
  }
  return true;
}
