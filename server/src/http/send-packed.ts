import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const packers = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Packing = keyof typeof packers;

/**
 * Sends a long text that never changes, packed for whoever can unpack it: packed when it is first
 * asked for, and kept.
 */
export function packedSender(text: string) {
  const kept: { [name in Packing]?: Promise<Buffer> } = {};
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // Where other sites may call, the answer varies by who asks already.
    const vary = [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean);
    reply.header('vary', vary.join(', '));
    const packing = choose(request.headers['accept-encoding']);
    if (!packing) return reply.send(text);
    kept[packing] ??= packers[packing](text);
    return reply.header('content-encoding', packing).send(await kept[packing]);
  };
}

/** The shortest of those that the caller takes; `q=0` says that it does not. */
function choose(header: string | string[] | undefined): Packing | undefined {
  const taken = String(header ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase().split(';', 2))
    .filter(([, weight = '']) => !/^\s*q=0(?:\.0*)?\s*$/.test(weight))
    .map(([name]) => name?.trim());
  return (['br', 'gzip'] as const).find((name) => taken.includes(name));
}
