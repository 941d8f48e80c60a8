import { LiveChange, live } from '@pitboss/contract/live';
import { maintenance } from '@pitboss/contract/maintenance';
import * as z from 'zod/mini';
import { call } from '#src/lib/api.ts';
import { ApiError, isNoSuchCall } from '#src/lib/api-error.ts';
import { getSession } from '#src/lib/session.ts';
import { readEvents } from './read-events.ts';

/** The first word comes at once; later there is one every 15 seconds at least. */
const firstWordMs = 6_000;
const silenceMs = 45_000;
/** Pauses before the next try grow; spread, so that not all come back at the same moment. */
const pausesMs = [1_000, 1_000, 3_000, 8_000, 15_000];
/** Where streams do not get through: how often it is asked instead, and how often before a try. */
const pollMs = 5_000;
const pollsBetween = 12;
/** A platform that has no such call is asked for the one thing that is given. */
const plainPollMs = 10_000;

/** What became of a stream. */
type End = 'cut' | 'failed' | 'absent' | 'over';

interface Following {
  /** Told what has changed, and all of it at first. */
  onChange: (change: LiveChange) => void;
  stopped: AbortSignal;
  cursor: string | undefined;
}

/**
 * Hears of changes for as long as the page is in view: by a stream, and where streams do not get
 * through by asking. Out of view it costs nothing; back in view it hears what it missed.
 */
export async function followLive(
  onChange: Following['onChange'],
  stopped: AbortSignal,
): Promise<void> {
  const following: Following = { onChange, stopped, cursor: undefined };
  for (let failures = 0; !stopped.aborted; ) {
    await untilVisible(stopped);
    const end = await stream(following);
    if (end === 'over') return;
    if (end === 'absent') return pollPlainly(following);
    failures = end === 'cut' ? 0 : failures + 1;
    if (failures >= 2 && !(await poll(following))) return;
    const pauseMs = pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0;
    if (isVisible()) await pause(pauseMs * (0.5 + Math.random()), stopped);
  }
}

async function stream(following: Following): Promise<End> {
  const token = getSession()?.token;
  if (!token) return 'over';
  const cut = new AbortController();
  const stop = () => cut.abort();
  const hide = () => !isVisible() && cut.abort();
  const watch = makeWatch(stop);
  document.addEventListener('visibilitychange', hide);
  following.stopped.addEventListener('abort', stop);
  let hasBegun = false;
  try {
    watch(firstWordMs);
    const response = await fetch(`/api${live.now.path}`, {
      headers: headersOf(token, following.cursor),
      signal: cut.signal,
    });
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || !type.startsWith('text/event-stream')) {
      stop();
      return await endOf(response, following);
    }
    for await (const { id, data } of readEvents(response, () => watch(silenceMs))) {
      hasBegun = true;
      following.cursor = id ?? following.cursor;
      take(following, data);
    }
  } catch {
    // A stream that is cut is tried again, and says so by itself in nobody's way.
  } finally {
    watch(undefined);
    document.removeEventListener('visibilitychange', hide);
    following.stopped.removeEventListener('abort', stop);
  }
  return hasBegun || !isVisible() ? 'cut' : 'failed';
}

function headersOf(token: string, cursor: string | undefined): Record<string, string> {
  return {
    Accept: 'text/event-stream',
    Authorization: `Bearer ${token}`,
    'X-Background': 'true',
    ...(cursor === undefined ? {} : { 'Last-Event-ID': cursor }),
  };
}

/** A session that is over, or must enrol, is asked about plainly, which knows what to do then. */
async function endOf({ status }: Response, following: Following): Promise<End> {
  if ([404, 405, 501].includes(status)) return 'absent';
  const isRefused = status === 401 || status === 403;
  return isRefused && (await ask(following)) ? 'over' : 'failed';
}

function take({ onChange }: Following, data: string): void {
  const change = z.safeDecode(LiveChange, JSON.parse(data));
  if (change.success) onChange(change.data);
}

/** Asks every few seconds for a minute. False: nobody is signed in any more. */
async function poll(following: Following): Promise<boolean> {
  for (let polls = 0; polls < pollsBetween && !following.stopped.aborted; polls++) {
    await untilVisible(following.stopped);
    const isOver = await ask(following);
    if (isOver) return false;
    await pause(pollMs, following.stopped);
  }
  return true;
}

async function ask(following: Following): Promise<boolean> {
  const { cursor, stopped, onChange } = following;
  try {
    const body = cursor === undefined ? {} : { since: cursor };
    const { data } = await call(live.now, { body }, { background: true, signal: stopped });
    following.cursor = data.cursor;
    onChange(data);
  } catch (error) {
    return error instanceof ApiError && (error.status === 401 || error.asksForEnrolment);
  }
  return false;
}

async function pollPlainly({ onChange, stopped }: Following): Promise<void> {
  for (let isBackground = false; !stopped.aborted; isBackground = true) {
    await untilVisible(stopped);
    const options = { background: isBackground, overlay: false, signal: stopped };
    const answer = await call(maintenance.get, {}, options).catch((error: unknown) => error);
    if (answer instanceof ApiError && (answer.status === 401 || isNoSuchCall(answer))) return;
    if (!(answer instanceof Error)) {
      const { data } = answer as { data: { isMaintenance?: boolean | null } };
      onChange({ isMaintenance: data.isMaintenance ?? null });
    }
    await pause(plainPollMs, stopped);
  }
}

/** Ends what has been silent for too long; told the time anew with every sign of life. */
function makeWatch(end: () => void): (ms: number | undefined) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (ms) => {
    clearTimeout(timer);
    timer = ms === undefined ? undefined : setTimeout(end, ms);
  };
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

function untilVisible(stopped: AbortSignal): Promise<void> {
  if (isVisible() || stopped.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (!isVisible() && !stopped.aborted) return;
      document.removeEventListener('visibilitychange', look);
      stopped.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    stopped.addEventListener('abort', look);
  });
}

function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      stopped.removeEventListener('abort', end);
      resolve();
    }
    stopped.addEventListener('abort', end);
    if (stopped.aborted) end();
  });
}
