import type { Endpoint } from '@pitboss/contract/endpoint';
import type { ReturnRules } from '@pitboss/engine/return-problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FactorKey } from '../auth/encrypted-secret.ts';
import type { SessionLimits } from '../auth/sessions.ts';
import type { Db } from '../db/database.ts';
import type { Replica } from '../db/replica.ts';
import type { ReceiptUrls } from '../files/receipt-url.ts';
import type { Answer } from './idempotency.ts';
import { inTime } from './in-time.ts';
import { largeBody } from './large-body.ts';
import { makeTurns } from './turns.ts';

/** What a module's routes are mounted on. */
export interface App {
  http: FastifyInstance;
  /** The connections of this call's kind. */
  db: Db;
  pools: Pools;
  /** Where lists may be read from; never sessions, and nothing that a change rests on. */
  replica: Replica | undefined;
  limits: SessionLimits;
  factorKey: FactorKey;
  /** Makes and checks the addresses of receipts; the first to need it has their secret read. */
  receiptUrls: (db: Db) => Promise<ReceiptUrls>;
  /** What a version of the multiplier table may return to players. */
  rtp: ReturnRules;
}

/** Connections apart for play, for changes and for looking: none waits in another's queue. */
export interface Pools {
  play: Db;
  changes: Db;
  looking: Db;
}

/** The app as a call sees it, with the connections of its kind. */
export function appFor(app: App, { allow, effect }: Endpoint): App {
  const isPlay = allow === 'players' || allow === 'services';
  if (isPlay) return { ...app, db: app.pools.play };
  return { ...app, db: effect === 'read' ? app.pools.looking : app.pools.changes };
}

/** How many calls one session, or one game server, may have under way. */
const callsUnderWay = makeTurns(16);

export function route(
  app: App,
  endpoint: Endpoint,
  handle: (request: FastifyRequest) => Promise<Answer>,
  follow?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.http.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    config: { endpoint },
    ...(endpoint.bodyBytesMax ? largeBody(app.db, endpoint.bodyBytesMax) : {}),
    handler: async (request, reply): Promise<FastifyReply> => {
      const key = callerKey(request);
      if (follow && asksForStream(request)) {
        const open = () => follow(request, reply);
        return key ? callsUnderWay(key, open) : open();
      }
      const work = () => handle(request);
      const answer = key ? callsUnderWay(key, work) : work();
      const { status, body, cookie } = await inTime(endpoint, answer);
      if (cookie) reply.header('set-cookie', cookie);
      return reply.status(status).send(body);
    },
  });
}

function asksForStream({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').split(',').some((type) => type.trim() === 'text/event-stream');
}

/** The token or key that is sent, valid or not; one who sends neither has none. */
function callerKey({ headers }: FastifyRequest): string | undefined {
  const shown = headers['x-service-key'] ?? headers.authorization;
  return typeof shown === 'string' ? shown.slice(0, 300) : undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
