import type { Endpoint } from '@pitboss/contract/endpoint';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type CallInput, call } from '#src/lib/api.ts';
import { readKey } from '#src/lib/use-api.ts';
import { useLiveClock } from '#src/live/use-live.ts';
import { pageIn } from './page-in.ts';

/** However fast rows come, they are counted or brought in so often at most. */
const restMs = 2_000;

/** A row says when it came to be; lists of others are not followed. */
interface Dated {
  createdAt?: Date;
}

interface Reading {
  /** When the rows were read, by the clock of this machine. */
  readAtMs: number;
  /** They are being read now. */
  isReading: boolean;
}

interface Options<E extends Endpoint> extends Reading {
  endpoint: E;
  input: CallInput<E>;
  /** Whatever changes when rows may have come. Undefined: the list is not followed. */
  beat: unknown;
  rows: Dated[] | undefined;
  /** The newest rows are in view, at the top of the first page. */
  isNewestFirst: boolean;
}

export interface NewRows {
  /** How many have come that are not on the page. */
  count: number;
  /** The list, to see whether its reader is in it. */
  box: RefObject<HTMLDivElement | null>;
}

/**
 * Counts the rows that have come since the list was read. They come in by themselves only where the
 * reader looks at the top of the list and is not in it; else they wait to be asked for.
 */
export function useNewRows<E extends Endpoint>(options: Options<E>): NewRows {
  const { endpoint, input, rows = [], isNewestFirst } = options;
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const beat = useRested(options.beat);
  const newestMs = Math.max(...rows.map(({ createdAt }) => createdAt?.getTime() ?? 0), 0);
  const clock = useLiveClock();
  const readMs = clock(options.readAtMs);
  const sinceMs = isNewestFirst && newestMs > 0 ? newestMs : readMs;
  const known = rows.filter(({ createdAt }) => (createdAt?.getTime() ?? 0) >= sinceMs).length;
  const { body } = input as { body: { startDate?: Date; endDate?: Date } };
  const isOver = body.endDate !== undefined && body.endDate.getTime() < readMs;
  const isNews = useIsNews(options, beat);
  const isFollowed = isNews && options.rows !== undefined && !isOver;
  const key = readKey(endpoint, input);
  const { data: count = 0 } = useQuery({
    // What a write refreshes of the list refreshes this too.
    queryKey: [endpoint.name, 'new', key[1], sinceMs, beat],
    enabled: isFollowed,
    gcTime: 0,
    retry: false,
    meta: { failed: null },
    queryFn: async ({ signal }) => {
      const quietly = { background: true, signal };
      if (isNewestFirst && !isReaderIn(box.current)) {
        const whole = await call(endpoint, input, quietly);
        // The reader may have come into the list while they were on their way.
        if (!isReaderIn(box.current)) {
          client.setQueryData(key, whole.data ?? null);
          return 0;
        }
      }
      const startDate = new Date(Math.max(sinceMs, body.startDate?.getTime() ?? 0));
      const asked = { ...input, body: { ...body, startDate, start: 0, length: 1, order: [] } };
      const { data } = await call(endpoint, asked as unknown as CallInput<E>, quietly);
      const page = pageIn(data) as { recordsFiltered?: number } | undefined;
      return Math.max(0, (page?.recordsFiltered ?? 0) - known);
    },
  });
  return { count: isFollowed ? count : 0, box };
}

/**
 * Whether the beat is another than it was when the rows were asked for. An answer may be older than
 * a beat that was heard while it was on its way, so the time of the asking counts.
 */
function useIsNews({ readAtMs, isReading }: Reading, beat: string | undefined): boolean {
  const [seen, setSeen] = useState({ readAtMs, isReading, askedAt: beat, readAt: beat });
  const begins = isReading && !seen.isReading;
  const isRead = readAtMs !== seen.readAtMs;
  if (isReading !== seen.isReading || isRead) {
    // Rows that came by the quiet way of a beat were asked for at that beat.
    const read = seen.isReading ? seen.askedAt : beat;
    const askedAt = begins ? beat : seen.askedAt;
    setSeen({ readAtMs, isReading, askedAt, readAt: isRead ? read : seen.readAt });
  }
  return beat !== undefined && !isRead && seen.readAt !== beat;
}

/** Under the hand or the focus of its reader, or scrolled past its top, a list stays as it is. */
function isReaderIn(box: HTMLElement | null): boolean {
  if (!box) return true;
  const isScrolled = box.getBoundingClientRect().top < 0;
  return isScrolled || box.matches(':hover') || box.contains(document.activeElement);
}

/** The value, changed so often at most. */
function useRested(value: unknown): string | undefined {
  const text = value === undefined ? undefined : JSON.stringify(value, asText);
  const [rested, setRested] = useState(text);
  const changedAtMs = useRef(0);
  useEffect(() => {
    if (text === rested) return;
    const waitMs = Math.max(0, changedAtMs.current + restMs - performance.now());
    const timer = setTimeout(() => {
      changedAtMs.current = performance.now();
      setRested(text);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [text, rested]);
  return rested;
}

function asText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
