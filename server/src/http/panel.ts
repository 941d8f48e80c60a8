import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkout } from '../kernel/checkout.ts';
import { notFoundReply } from './error-reply.ts';
import { contentSecurityPolicy } from './security.ts';

const dist = fileURLToPath(new URL('web/dist/', checkout));
const noncePlaceholder = '__CSP_NONCE__';

/** Serves the built panel: its files for ever, its page afresh, and the page for every route. */
export async function panel(http: FastifyInstance, built = dist): Promise<void> {
  const pages = existsSync(`${built}index.html`) ? await readPages(built) : undefined;
  const isAddress = pages && (await readAddresses(built));
  if (pages) {
    await http.register(fastifyStatic, {
      root: built,
      index: false,
      wildcard: false,
      // The build packs each file beside itself, and whoever can unpack it is sent that one.
      preCompressed: true,
      globIgnore: ['index.html', 'load-hints.json', 'addresses.json', '**/*.{br,gz}'],
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
    const path = pathOf(request);
    const isPage = request.method === 'GET' && !/^\/(api|assets)(\/|$)/.test(path);
    if (!pages || !isPage) return notFoundReply(reply);
    if (isAddress?.(path)) return sendPage(reply, pages(path));
    // A person is told by the panel, in its own words; a program by the status alone.
    const isPerson = request.headers.accept?.includes('text/html') === true;
    return isPerson ? sendPage(reply.status(404), pages(path)) : notFoundReply(reply);
  });
}

/** Whether the panel has a screen at an address; `$id` stands for any id, `{-$id}` for none too. */
async function readAddresses(built: string): Promise<(path: string) => boolean> {
  const addresses: string[] = JSON.parse(await readFile(`${built}addresses.json`, 'utf8'));
  const shapes = addresses.map((address) => ({
    parts: address.split('/').filter((part) => part !== '' && !part.includes('$')),
    idsMin: /\/\$/.test(address) ? 1 : 0,
    idsMax: address.includes('$') ? 1 : 0,
  }));
  return (path) => {
    const given = path.split('/').filter((part) => part !== '');
    return shapes.some(({ parts, idsMin, idsMax }) => {
      const ids = given.length - parts.length;
      return ids >= idsMin && ids <= idsMax && parts.every((part, index) => given[index] === part);
    });
  };
}

/** The one page, which names for each address the files that its screen is going to ask for. */
async function readPages(built: string): Promise<(path: string) => string> {
  const page = await readFile(`${built}index.html`, 'utf8');
  const path = `${built}load-hints.json`;
  const hints: Record<string, string[]> = existsSync(path)
    ? JSON.parse(await readFile(path, 'utf8'))
    : {};
  // The longest address that fits is the nearest one.
  const hinted = Object.entries(hints)
    .toSorted(([one], [other]) => other.length - one.length)
    .map(([address, files]) => ({
      address,
      page: page.replace('</head>', `${files.map(hintFor).join('')}</head>`),
    }));
  const isAt = (path: string, address: string) =>
    path === address || path.startsWith(`${address}/`);
  return (path) => hinted.find(({ address }) => isAt(path, address))?.page ?? page;
}

function hintFor(file: string): string {
  const kind = file.endsWith('.css') ? 'stylesheet' : 'modulepreload" fetchpriority="low';
  return `<link rel="${kind}" crossorigin href="${file}">`;
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
