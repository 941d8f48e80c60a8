import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFoundReply } from './error-reply.ts';
import { contentSecurityPolicy } from './security.ts';

const built = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const noncePlaceholder = '__CSP_NONCE__';

/** Serves the built panel: its files for ever, its page afresh, and the page for every route. */
export async function panel(http: FastifyInstance): Promise<void> {
  const page = existsSync(`${built}index.html`) ? await readFile(`${built}index.html`, 'utf8') : '';
  if (page) {
    await http.register(fastifyStatic, {
      root: built,
      index: false,
      wildcard: false,
      globIgnore: ['index.html'],
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/');
        reply.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        );
      },
    });
  }
  http.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(api|assets)(\/|$)/.test(pathOf(request));
    return page && isPage ? sendPage(reply, page) : notFoundReply(reply);
  });
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .header('content-security-policy', contentSecurityPolicy(nonce))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(noncePlaceholder, nonce));
}
