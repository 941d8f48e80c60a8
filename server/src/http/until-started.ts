import { health } from '@pitboss/contract/health';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../kernel/refusal.ts';

/** Refuses every call but "alive" until the node has started whole. */
export function untilStarted(http: FastifyInstance, isStarted: () => boolean): void {
  http.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || endpoint.name === health.alive.name || isStarted()) return;
    throw new Refusal('unavailable', 'The platform is starting. Please try again.', {
      retryAfterSeconds: 2,
      isExpected: true,
    });
  });
}
