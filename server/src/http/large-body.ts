import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { callRefusal, readServiceKey } from './caller.ts';
import { bodyBytesMax } from './request-body.ts';

/**
 * A call that takes large bodies looks at the service key before it reads one, so that a stranger
 * cannot have megabytes read and parsed. This decides nothing else: the call is opened afterwards
 * as any other is, and the key is checked there again.
 */
export function largeBody(db: Db, bytesMax: number) {
  return {
    bodyLimit: bytesMax,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (await isServiceKey(db, readServiceKey(request.headers))) return;
      // What was to come is not waited for.
      if (!isSmall(request.headers['content-length'])) reply.header('connection', 'close');
      throw callRefusal('noService');
    },
  };
}

async function isServiceKey(db: Db, keyHash: Buffer | null): Promise<boolean> {
  if (!keyHash) return false;
  const { rows } = await sql`
    select from service_keys where key_hash = ${keyHash} and revoked_at is null`.execute(db);
  return rows.length > 0;
}

/** A body without a length is sent in pieces, as many as its sender likes. */
function isSmall(length: string | undefined): boolean {
  return length !== undefined && Number(length) <= bodyBytesMax;
}
