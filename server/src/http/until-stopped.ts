import type { FastifyInstance } from 'fastify';
import { Refusal } from '../kernel/refusal.ts';

/**
 * A node that is told to stop goes on serving until it is closed; then it answers what it has begun
 * and takes nothing new. Every answer ends its connection from the first moment on: one kept alive
 * would carry a request into the closing, or hold the node up until its client lets go.
 */
export function untilStopped(http: FastifyInstance, isStopping: () => boolean): void {
  let isClosing = false;
  http.addHook('preClose', async () => {
    isClosing = true;
  });
  http.addHook('onRequest', async () => {
    if (!isClosing) return;
    throw new Refusal('unavailable', 'The platform is stopping. Please try again.', {
      retryAfterSeconds: 2,
      isExpected: true,
    });
  });
  http.addHook('onSend', async (_request, reply) => {
    if (isClosing || isStopping()) reply.header('connection', 'close');
  });
}
