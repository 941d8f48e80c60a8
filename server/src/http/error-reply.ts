import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseRefusal, isOutage, OutcomeUnknown } from '../db/database-errors.ts';
import { Refusal, type RefusalCode, refusalStatus } from '../kernel/refusal.ts';

/** Turns whatever was thrown into the one shape of error answer; nothing internal leaves. */
export function errorReply(http: FastifyInstance): void {
  http.setErrorHandler((error, request, reply) => send(refusalOf(error), error, request, reply));
}

/** The answer for a path that no call has. */
export function notFoundReply(reply: FastifyReply): FastifyReply {
  return reply.status(404).send({ status: 'error', message: 'There is no such call.' });
}

function send(
  refusal: Refusal | undefined,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (!refusal) {
    request.log.error({ err: error }, 'request failed');
    const message = 'Something went wrong on our side. Please try again.';
    return reply.status(500).send({ status: 'error', message });
  }
  if (refusal.code === 'unavailable') {
    // What we refuse by ourselves needs no trace, only its sentence.
    const why = error === refusal ? { reason: refusal.message } : { err: error };
    request.log[refusal.isExpected ? 'debug' : 'warn'](why, 'not available');
  }
  if (refusal.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(refusal.retryAfterSeconds));
  }
  const { message, fields } = refusal;
  const body = { status: 'error', message, ...(fields ? { errors: fields } : {}) };
  return reply.status(refusalStatus[refusal.code]).send(body);
}

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof OutcomeUnknown) {
    return unavailable(
      'The connection to the database broke and the outcome is not known. ' +
        'Please repeat the call with the same Idempotency-Key.',
    );
  }
  if (isOutage(error) || isDatabaseRefusal(error)) {
    return unavailable('The database cannot be reached right now. Please try again.');
  }
  return refusalOfHttp(error);
}

function unavailable(message: string): Refusal {
  return new Refusal('unavailable', message, { retryAfterSeconds: 2 });
}

const messages: Partial<Record<number, [RefusalCode, string]>> = {
  400: ['invalid', 'The request is not valid.'],
  413: ['tooLarge', 'The request is too large.'],
  415: ['wrongType', 'Send this request as application/json.'],
};

/** What the HTTP layer itself refuses before a call is reached. */
function refusalOfHttp(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  const known = messages[Number(error.statusCode)];
  return known && new Refusal(...known);
}
