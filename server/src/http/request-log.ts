import type { FastifyInstance } from 'fastify';

/** One line for each request: who asked what, and how it went. Never a body, never a header. */
export function requestLog(http: FastifyInstance, hasReads: boolean): void {
  http.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply;
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
