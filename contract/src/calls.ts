import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** A key that money was sent under: 1 to 255 visible characters. */
const SentKey = z
  .string('Enter text.')
  .check(z.regex(/^[!-~]{1,255}$/, 'An Idempotency-Key is 1 to 255 visible characters.'));

/** What became of a call whose answer its sender has not seen. */
export const calls = {
  outcome: endpoint({
    name: 'calls.outcome',
    method: 'POST',
    path: '/calls/outcome',
    about: { kind: 'user', id: 'caller' },
    summary:
      'Tells whether a call of the caller under this Idempotency-Key was done; one that was not ' +
      'never will be.',
    allow: 'operators',
    effect: 'write',
    whileSuspended: true,
    body: z.strictObject({ key: SentKey }),
    result: z.object({
      outcome: z.enum(['done', 'notDone']),
      /** What the call had answered, where it was done. */
      message: z.string(),
    }),
  }),
};
