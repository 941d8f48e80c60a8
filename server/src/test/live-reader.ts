import assert from 'node:assert/strict';
import { type LiveChange, LiveChange as Message } from '@pitboss/contract/live';
import * as z from 'zod/mini';

/** An open panel, as far as the wire goes: the state that its stream has told so far. */
export interface LiveReader {
  response: Response;
  state: LiveChange;
  /** Every notification that came, in order. */
  told: bigint[];
  lastEventId: string | undefined;
  /** Waits until the state is as wanted. */
  until(isWanted: (state: LiveChange) => boolean): Promise<LiveChange>;
  /** Waits until the platform has ended the stream. */
  ended: Promise<void>;
  leave(): void;
}

interface Options {
  token: string;
  lastEventId?: string | undefined;
  headers?: Record<string, string>;
}

const patienceMs = 60_000;

export async function readLive(
  address: string,
  { token, lastEventId, headers = {} }: Options,
): Promise<LiveReader> {
  const leaving = new AbortController();
  const response = await fetch(`${address}/api/live`, {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      ...headers,
    },
    signal: leaving.signal,
  });
  const waiting = new Set<() => void>();
  const reader: LiveReader = {
    response,
    state: {},
    told: [],
    lastEventId,
    leave: () => leaving.abort(),
    ended: Promise.resolve(),
    until: (isWanted) =>
      new Promise((resolve, reject) => {
        const words = () => new Error(`The stream told only ${JSON.stringify(reader, asText)}`);
        const timer = setTimeout(() => reject(words()), patienceMs);
        const look = () => {
          if (!isWanted(reader.state)) return;
          waiting.delete(look);
          clearTimeout(timer);
          resolve(reader.state);
        };
        waiting.add(look);
        look();
      }),
  };
  if (response.status === 200) reader.ended = take(response, reader, waiting).catch(() => {});
  return reader;
}

function asText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

async function take(response: Response, reader: LiveReader, waiting: Set<() => void>) {
  assert(response.body);
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + text).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) takeEvent(event, reader);
    for (const look of waiting) look();
  }
}

function takeEvent(event: string, reader: LiveReader): void {
  const lines = event.split('\n');
  const fieldOf = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  reader.lastEventId = fieldOf('id') ?? reader.lastEventId;
  const data = fieldOf('data');
  if (data === undefined) return;
  const change = z.decode(Message, JSON.parse(data));
  reader.told.push(...(change.notifications ?? []).map(({ _id }) => _id));
  reader.state = { ...reader.state, ...change };
}
