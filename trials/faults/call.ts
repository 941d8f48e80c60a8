import { setTimeout as sleep } from 'node:timers/promises';

export interface Call {
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  token?: string;
  serviceKey?: string;
  key?: string | undefined;
  body?: object;
  form?: FormData;
  /** After this the caller gives up waiting. */
  patienceMs?: number;
  signal?: AbortSignal;
}

export interface Answer {
  /** The HTTP status; 0 when no answer came. */
  code: number;
  message: string;
  data: Record<string, unknown>;
  /** The body as it came. */
  text: string;
  retryAfter: string | null;
  ms: number;
}

const usualPatienceMs = 30_000;

/** Calls a node, again when it asks us to come later, as a client does who sends many at once. */
export async function call(url: string, given: Call): Promise<Answer> {
  const answer = await callOnce(url, given);
  if (answer.code !== 429 || answer.retryAfter === null) return answer;
  await sleep(Number(answer.retryAfter) * 1_000);
  return call(url, given);
}

/** What breaks on the way is an answer that never came. */
export async function callOnce(url: string, given: Call): Promise<Answer> {
  const startedAt = performance.now();
  const method = given.method ?? 'POST';
  const patience = AbortSignal.timeout(given.patienceMs ?? usualPatienceMs);
  const signal = given.signal ? AbortSignal.any([given.signal, patience]) : patience;
  try {
    const response = await fetch(`${url}/api${given.path}`, {
      method,
      headers: headersOf(given),
      ...(method === 'POST' ? { body: given.form ?? JSON.stringify(given.body ?? {}) } : {}),
      signal,
    });
    const text = await response.text();
    const { message = '', data = {} } = JSON.parse(text) as Partial<Answer>;
    const retryAfter = response.headers.get('retry-after');
    const ms = performance.now() - startedAt;
    return { code: response.status, message, data, text, retryAfter, ms };
  } catch {
    const ms = performance.now() - startedAt;
    return { code: 0, message: 'no answer', data: {}, text: '', retryAfter: null, ms };
  }
}

function headersOf({ method, form, token, serviceKey, key }: Call): Record<string, string> {
  const isJson = (method ?? 'POST') === 'POST' && !form;
  return {
    ...(isJson ? { 'content-type': 'application/json' } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(serviceKey ? { 'x-service-key': serviceKey } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
  };
}
