import { idIn } from '@pitboss/contract/about';
import type { Kind } from '@pitboss/contract/all';
import type { Endpoint } from '@pitboss/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { eventOf, recordEvent } from '../audit/record-event.ts';
import { noteThrottled } from '../audit/record-throttled.ts';
import type { Db } from '../db/database.ts';
import type { Actor, Service } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import type { Refusal } from '../kernel/refusal.ts';

/**
 * Puts a refused attempt on record: who tried what, and on whom as far as that can be read. Calls
 * that came too often were not looked at: they make one event a minute, with their number.
 */
export async function recordRefused(
  db: Db,
  endpoint: Endpoint,
  caller: Actor | Service,
  request: FastifyRequest,
  { code, message }: Refusal,
): Promise<void> {
  const change = targetOf(endpoint, caller, request);
  const event = { ...eventOf(endpoint.name, caller), change, message };
  if (code === 'tooMany') {
    const who = 'keyId' in caller ? `service ${caller.keyId}` : caller.id;
    await noteThrottled(db, { ...event, subject: `calls:${who} ${endpoint.name}` });
  } else await recordEvent(db, { ...event, outcome: 'refused' });
}

/** What the call is about, as its contract says, as far as that could be read. */
function targetOf(
  { about }: Endpoint,
  caller: Actor | Service,
  { params, body }: FastifyRequest,
): Change | null {
  // Whatever a call is about is a kind: that is where kinds come from.
  const kind = about.kind as Kind;
  if (about.id === 'caller' && 'id' in caller) {
    return { kind, id: kind === 'session' ? caller.sessionId : caller.id };
  }
  const id = /^[1-9]\d{0,17}$/.exec(String(idIn(about, { params, body })))?.[0];
  return id ? { kind, id: BigInt(id) } : null;
}
