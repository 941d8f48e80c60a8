import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { strictHeaders } from './security.ts';

/** Between us and the reader nothing may wait for more of it, pack it or keep it. */
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

interface Heard {
  drained: () => void;
  left: () => void;
}

/** The answer as a stream of events, begun when it is listened to. */
export function eventStream(request: FastifyRequest, reply: FastifyReply) {
  const { raw } = reply;
  const sink = {
    write: (text: string) => raw.write(text),
    end: () => void raw.end(),
    destroy: () => void raw.destroy(),
  };
  const begin = ({ drained, left }: Heard): FastifyReply => {
    reply.hijack();
    const own = reply.getHeaders() as OutgoingHttpHeaders;
    raw.writeHead(200, { ...own, ...strictHeaders(request.id), ...streamHeaders });
    raw.on('drain', drained);
    raw.on('close', left);
    // A reader that is gone is no fault; what comes after is the closing.
    raw.on('error', () => {});
    raw.flushHeaders();
    return reply;
  };
  return { sink, begin };
}
