import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Many connections, or slow ones, take room that others need. */
const connectionsMax = 4_000;
const headersMs = 15_000;

/** Strict headers on every answer; what the API says is kept by no cache. */
export async function security(http: FastifyInstance, corsOrigins: string[]): Promise<void> {
  http.server.maxConnections = connectionsMax;
  http.server.headersTimeout = headersMs;
  if (corsOrigins.length > 0) await http.register(cors, { ...openTo, origin: corsOrigins });
  await http.register(helmet, {
    contentSecurityPolicy: false,
    // Set below, for those who came by TLS: over plain HTTP it means nothing.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  });
  http.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000');
    }
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', contentSecurityPolicy());
    }
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
  });
}

/** What a panel on another of the operator's own sites may send and read; never its cookies. */
const openTo = {
  credentials: false,
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Background'],
  exposedHeaders: ['Retry-After', 'X-Request-Id'],
  maxAge: 600,
};

/** A path that cannot be read meets no route and no hook, so its answer is written out here. */
export function refusePath(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply
    .status(400)
    .headers({
      'x-request-id': request.id,
      'content-security-policy': contentSecurityPolicy(),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .send({ status: 'error', message: 'The path of this request is not valid.' });
}

/** Script and style from our own files only; a page's own style elements carry the nonce. */
export function contentSecurityPolicy(styleNonce?: string): string {
  const style = styleNonce ? `'self' 'nonce-${styleNonce}'` : "'self'";
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${style}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
