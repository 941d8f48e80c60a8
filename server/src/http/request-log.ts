import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '../kernel/signals.ts';

/** One line for each request: who asked what, and how it went. Never a body, never a header. */
export function requestLog(http: FastifyInstance, hasReads: boolean): void {
  http.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply;
    if (calls.isHeard()) calls.tell(countedCall(request, reply));
    const { endpoint } = request.routeOptions.config;
    const isRead = (endpoint?.effect ?? 'read') === 'read';
    // A proxy asks several times a second.
    const isProbe = endpoint?.name.startsWith('health.') === true;
    const isQuiet = isProbe || (isRead && !hasReads);
    // Whatever deserves a warning among the 503s has had one, with its reason: see error-reply.ts.
    const isFault = statusCode >= 500 && statusCode !== 503;
    const level = isFault ? 'error' : isQuiet ? 'debug' : 'info';
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        address: request.ip,
        status: statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  });
}

/** By the route's pattern: addresses that strangers make up are one, and so are the panel's. */
function countedCall(request: FastifyRequest, reply: FastifyReply) {
  const { statusCode: status } = reply;
  const { url = '' } = request.routeOptions;
  const elsewhere = status === 404 ? 'none' : 'panel';
  return {
    method: request.method,
    route: url.startsWith('/api/') ? url : elsewhere,
    status,
    seconds: reply.elapsedTime / 1_000,
    isStream: request.headers.accept === 'text/event-stream' && status === 200,
  };
}
