import type { Endpoint, ResultOf } from '@pitboss/contract/endpoint';
import { onTestFinished, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import * as z from 'zod/mini';
import { clearSession } from '#src/lib/session.ts';
import { fakeUploads } from './fake-uploads.ts';
import { lateness } from './slow-line.ts';

interface Call {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
  signal: AbortSignal | undefined;
}

type Reply = (call: Call) => Response | Promise<Response>;

/**
 * Answers the panel's calls in the shapes of the contract, for the length of one test. At its end
 * the panel goes, with its operator, and whatever is still under way fails before the next test,
 * which has the same page.
 */
export function fakeApi() {
  const replies = new Map<string, Reply>();
  const calls: Call[] = [];
  const reads: Promise<unknown>[] = [];
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => {});
  const respond = async (url: unknown, init?: RequestInit) => {
    const path = String(url);
    const method = init?.method ?? 'GET';
    const [place] = path.split('?');
    const [, reply] =
      [...replies].find(([pattern]) => matches(pattern, `${method} ${place}`)) ?? [];
    const sent = { headers: new Headers(init?.headers), body: bodyOf(init) };
    const call = { method, path, ...sent, signal: init?.signal ?? undefined };
    calls.push(call);
    const answered = async () => (reply ?? noReply)(call);
    const response = await Promise.race([over.promise, answered().finally(lateness)]);
    return noted(response, reads);
  };
  const spy = vi.spyOn(window, 'fetch').mockImplementation(respond);
  onTestFinished(async () => {
    await cleanup();
    clearSession();
    over.reject(new TypeError('the test is over'));
    await Promise.allSettled(reads);
    // What the panel does with what it has read it does before its next task.
    await scheduler.yield();
    spy.mockRestore();
  });
  fakeUploads(respond);
  const set = (endpoint: Endpoint, reply: Reply) =>
    replies.set(`${endpoint.method} /api${endpoint.path}`, reply);
  return {
    answer<E extends Endpoint>(endpoint: E, data: ResultOf<E>, message = '') {
      set(endpoint, () => success(endpoint, data, message));
    },
    /** Answers each call by what it asked for, in the words of the wire. */
    answerBy<E extends Endpoint>(
      endpoint: E,
      dataFor: (body: unknown) => ResultOf<E> | Promise<ResultOf<E>>,
    ) {
      set(endpoint, async ({ body }) => success(endpoint, await dataFor(body), ''));
    },
    refuse(endpoint: Endpoint, status: number, message = '', errors = {}) {
      set(endpoint, () => Response.json({ status: 'error', message, errors }, { status }));
    },
    /** Answers when the test lets it. */
    answerLate(endpoint: Endpoint, reply: Reply) {
      set(endpoint, reply);
    },
    lose(endpoint: Endpoint) {
      set(endpoint, () => Promise.reject(new TypeError('no connection')));
    },
    callsOf: (endpoint: Endpoint) =>
      calls.filter(
        ({ method, path }) =>
          method === endpoint.method && matches(`/api${endpoint.path}`, path.split('?')[0] ?? ''),
      ),
  };
}

function noReply({ method, path }: Call): never {
  throw new TypeError(`the test gave no answer to ${method} ${path}`);
}

/** The same answer, of which `reads` keeps what is read. */
function noted(response: Response, reads: Promise<unknown>[]): Response {
  const note = <T>(read: Promise<T>) => {
    reads.push(read);
    return read;
  };
  const [json, text] = [response.json.bind(response), response.text.bind(response)];
  return Object.assign(response, { json: () => note(json()), text: () => note(text()) });
}

function success<E extends Endpoint>(endpoint: E, data: ResultOf<E>, message: string) {
  return Response.json({ status: 'success', message, data: z.encode(endpoint.result, data) });
}

function matches(pattern: string, text: string): boolean {
  return new RegExp(`^${pattern.replace(/\{\w+\}/g, '\\d+')}$`).test(text);
}

function bodyOf(init: RequestInit | undefined): unknown {
  if (init?.body instanceof FormData) return Object.fromEntries(init.body);
  return typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
}
