import type { FastifyReply, FastifyRequest } from 'fastify';
import { findEventImage, findReceipt, type StoredImage } from '../files/find-image.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { App } from './route.ts';

/** Pictures are looked at, never run: no script, no style, no frame, whatever is in them. */
const inert = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** The only calls that do not answer JSON: what an `<img>` shows. */
export function fileRoutes(app: App): void {
  app.http.get<{ Params: { id: string }; Querystring: { until?: unknown; seal?: unknown } }>(
    '/api/files/receipts/:id',
    async (request, reply) => {
      const { id } = request.params;
      const { until, seal } = request.query;
      const isGood =
        /^[1-9]\d{0,17}$/.test(id) &&
        (await app.receiptUrls(app.db)).isGood(id, String(until), String(seal));
      if (!isGood) throw notThere();
      const image = await findReceipt(app.db, BigInt(id));
      return show(request, reply, image, 'private, max-age=900');
    },
  );

  app.http.get<{ Params: { hash: string } }>('/api/files/events/:hash', async (request, reply) => {
    const { hash } = request.params;
    if (!/^[0-9a-f]{64}$/.test(hash)) throw notThere();
    const image = await findEventImage(app.db, Buffer.from(hash, 'hex'));
    // Player apps live on other origins and show these pictures too.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    return show(request, reply, image, 'public, max-age=31536000, immutable');
  });
}

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  image: StoredImage | undefined,
  caching: string,
): FastifyReply {
  if (!image) throw notThere();
  const etag = `"${image.hash.toString('hex')}"`;
  reply
    .header('content-security-policy', inert)
    .header('content-disposition', 'inline')
    .header('cache-control', caching)
    .header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.type(image.type).send(image.bytes);
}

function notThere(): Refusal {
  return new Refusal('notFound', 'There is no such picture.');
}
