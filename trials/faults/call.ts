import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Asked, tryAsk } from '@pitboss/testkit/http-client';

/** A call of the API; it sends an empty body where it has none, unless it is a GET or a DELETE. */
export interface Call extends Asked {
  method?: 'GET' | 'POST' | 'DELETE';
}

const usualPatienceMs = 30_000;

/** Calls a node, again when it asks us to come later, as a client does who sends many at once. */
export async function call(url: string, given: Call): Promise<Answer> {
  const answer = await callOnce(url, given);
  const later = answer.headers['retry-after'];
  if (answer.status !== 429 || later === undefined) return answer;
  await sleep(Number(later) * 1_000);
  return call(url, given);
}

/** What breaks on the way is an answer that never came. */
export async function callOnce(url: string, given: Call): Promise<Answer> {
  const { method = 'POST', body = method === 'POST' ? {} : undefined } = given;
  const path = `/api${given.path}`;
  const answer = await tryAsk(url, { patienceMs: usualPatienceMs, ...given, method, path, body });
  return { ...answer, data: answer.data ?? {} };
}
