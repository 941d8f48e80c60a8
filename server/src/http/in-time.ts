import type { Endpoint } from '@pitboss/contract/endpoint';
import { OutcomeUnknown } from '../db/database-errors.ts';
import { Refusal } from '../kernel/refusal.ts';

const answerMs = 9_500;

/**
 * The answer, or after ten seconds the word that it takes too long: a look may be tried again, and
 * of a change it is not known what comes of it. Not counted are files, which take as long as their
 * sender does, and game servers, who send ten thousand bets in one call.
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
  // Whatever becomes of it later is nobody's any more.
  answer.catch(() => {});
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}

function tooLong(effect: Endpoint['effect']): Error {
  if (effect !== 'read') return new OutcomeUnknown(new Error('There was no answer in time.'));
  const message = 'This takes too long right now. Please try again.';
  return new Refusal('unavailable', message, { retryAfterSeconds: 2 });
}
