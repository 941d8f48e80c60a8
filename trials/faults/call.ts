import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Asked, tryAsk } from '@pitboss/testkit/http-client';

/** A call of the API; it sends an empty body where it has none, unless it is a GET or a DELETE. */
export interface Call extends Asked {
  method?: 'GET' | 'POST' | 'DELETE';
}

const usualPatienceMs = 30_000;

/** Calls a node, again when it asks us to come later, as a client does who sends many at once. */
export function call(url: string, given: Call): Promise<Answer> {
  return callAgain(url, given, [429]);
}

/** A machine that is busy with other work says when to come again; whoever may ask twice does. */
export function untilServed(url: string, given: Call): Promise<Answer> {
  return callAgain(url, given, [429, 503]);
}

async function callAgain(url: string, given: Call, refusals: number[]): Promise<Answer> {
  const answer = await callOnce(url, given);
  const later = answer.headers['retry-after'];
  if (!refusals.includes(answer.status) || later === undefined) return answer;
  await sleep(Number(later) * 1_000);
  return callAgain(url, given, refusals);
}

/** What breaks on the way is an answer that never came. */
export async function callOnce(url: string, given: Call): Promise<Answer> {
  const { method = 'POST', body = method === 'POST' ? {} : undefined } = given;
  const path = `/api${given.path}`;
  const answer = await tryAsk(url, { patienceMs: usualPatienceMs, ...given, method, path, body });
  return { ...answer, data: answer.data ?? {} };
}
