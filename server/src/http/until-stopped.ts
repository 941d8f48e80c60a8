import type { FastifyInstance } from 'fastify';
import { Refusal } from '../kernel/refusal.ts';

/**
 * A node that is asked to stop answers what it has begun and takes nothing new. Every answer then
 * ends its connection: one kept alive would hold the node up until its client lets go.
 */
export function untilStopped(http: FastifyInstance): void {
  let isStopping = false;
  http.addHook('preClose', async () => {
    isStopping = true;
  });
  http.addHook('onRequest', async () => {
    if (!isStopping) return;
    throw new Refusal('unavailable', 'The platform is stopping. Please try again.', {
      retryAfterSeconds: 2,
    });
  });
  http.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
}
