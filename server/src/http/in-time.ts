import type { Endpoint } from '@pitboss/contract/endpoint';
import { OutcomeUnknown } from '../db/database-errors.ts';
import { Refusal } from '../kernel/refusal.ts';

const answerMs = 9_500;

/**
 * The answer, or after ten seconds a refusal: a read may be tried again, and of a change the
 * outcome is unknown. Two kinds of calls have no such limit: files take as long as their sender
 * does, and game servers send ten thousand bets in one call.
 */
export async function inTime<T>(
  { effect, takes, allow }: Pick<Endpoint, 'effect' | 'takes' | 'allow'>,
  answer: Promise<T>,
): Promise<T> {
  if (takes === 'multipart' || allow === 'services') return answer;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLong(effect)), answerMs);
  });
  // Nobody waits for it any more: a failure that comes later is dropped.
  answer.catch(() => {});
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}

function tooLong(effect: Endpoint['effect']): Error {
  if (effect !== 'read') return new OutcomeUnknown(new Error('There was no answer in time.'));
  const message = 'This takes too long right now. Please try again.';
  return new Refusal('unavailable', message, { retryAfterSeconds: 2 });
}
