import type { Endpoint, ResultOf } from '@pitboss/contract/endpoint';
import { onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { fakeUploads } from './fake-uploads.ts';

interface Call {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
  signal: AbortSignal | undefined;
}

type Reply = (call: Call) => Response | Promise<Response>;

/** Answers the panel's calls in the shapes of the contract, for the length of one test. */
export function fakeApi() {
  const replies = new Map<string, Reply>();
  const calls: Call[] = [];
  const respond = async (url: unknown, init?: RequestInit) => {
    const path = String(url);
    const method = init?.method ?? 'GET';
    const [place] = path.split('?');
    const reply = [...replies].find(([pattern]) => matches(pattern, `${method} ${place}`));
    const sent = { headers: new Headers(init?.headers), body: bodyOf(init) };
    const call = { method, path, ...sent, signal: init?.signal ?? undefined };
    calls.push(call);
    if (!reply) throw new TypeError(`the test gave no answer to ${method} ${path}`);
    return reply[1](call);
  };
  const spy = vi.spyOn(window, 'fetch').mockImplementation(respond);
  onTestFinished(() => spy.mockRestore());
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
