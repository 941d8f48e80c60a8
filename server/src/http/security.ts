import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';

/** By an import it would come with all that `fetch` needs, which nobody here asks for. */
const { IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http');

/** Many connections take room that others need. */
const connectionsMax = 4_000;

/** Slow ones do too: how long one may take to say what it wants, and how often we look. */
export const slowest = { headersTimeout: 15_000, connectionsCheckingInterval: 2_000 };

/** What helmet sets is the same for every answer: it is asked once. */
const always = helmetsHeaders();

const ownPolicy = contentSecurityPolicy();

/** Strict headers on every answer; what the API says is kept by no cache. */
export async function security(http: FastifyInstance, corsOrigins: string[]): Promise<void> {
  http.server.maxConnections = connectionsMax;
  if (corsOrigins.length > 0) await http.register(cors, { ...openTo, origin: corsOrigins });
  http.addHook('onSend', async (request, reply) => {
    reply.headers(always).header('x-request-id', request.id);
    // Over plain HTTP it means nothing.
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000');
    }
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', ownPolicy);
    }
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
  });
}

function helmetsHeaders(): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  const setHeaders = helmet({
    // Both are set apart: one differs for a page, the other is for those who came by TLS.
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  });
  setHeaders(request, answer, () => {});
  return answer.getHeaders() as Record<string, string>;
}

/** What a panel on another of the operator's own sites may send and read; never its cookies. */
const openTo = {
  credentials: false,
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Background'],
  exposedHeaders: ['Retry-After', 'X-Request-Id'],
  maxAge: 600,
};

/** For answers that meet no hook. */
export function strictHeaders(requestId: string): Record<string, string> {
  return {
    ...always,
    'x-request-id': requestId,
    'content-security-policy': ownPolicy,
    'cache-control': 'no-store',
  };
}

/** A path that cannot be read meets no route and no hook, so its answer is written out here. */
export function refusePath(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply
    .status(400)
    .headers(strictHeaders(request.id))
    .send({ status: 'error', message: 'The path of this request is not valid.' });
}

const unreadable: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};

/** What is no HTTP, or comes too slowly, never becomes a request: it is answered on its socket. */
export function refuseSocket(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const fallback = ['400 Bad Request', 'This is no request that can be read.'] as const;
  const [status, message] = unreadable[error.code ?? ''] ?? fallback;
  const body = JSON.stringify({ status: 'error', message });
  const headers = {
    ...strictHeaders(randomUUID()),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'));
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
