import type { Endpoint } from '@pitboss/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { eventOf, recordEvent } from '../audit/record-event.ts';
import { noteThrottled } from '../audit/record-throttled.ts';
import type { Db } from '../db/database.ts';
import type { Actor, Service } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import type { Refusal } from '../kernel/refusal.ts';

const targets: Record<string, Change['kind']> = {
  banks: 'bank',
  'cash-requests': 'cash-request',
  events: 'event',
  game: 'round',
  multipliers: 'multiplier',
  player: 'cash-request',
  rounds: 'round',
  'service-keys': 'service-key',
  sessions: 'session',
  support: 'support',
};

/** Calls about something else than their noun says. */
const named: Record<string, Change['kind']> = {
  'multipliers.takeVersion': 'multiplier-version',
  'player.cashOut': 'bet',
  'player.changePassword': 'user',
  'player.endSession': 'session',
};

/** Calls about their caller's own account, which therefore do not name it. */
const own = /^(auth\.stepUp|second-factor\.(begin|confirm|renewCodes|off))$/;

/**
 * Puts a refused attempt on record: who tried what, on whom as far as that can be read. One who was
 * told to come later was not looked at: of those there is an event a minute with their number.
 */
export async function recordRefused(
  db: Db,
  endpoint: Endpoint,
  caller: Actor | Service,
  request: FastifyRequest,
  { code, message }: Refusal,
): Promise<void> {
  const params = request.params as Record<string, string>;
  const body = request.body as Record<string, unknown> | null | undefined;
  const given = params.id ?? params.round ?? body?.userId ?? body?.reqId ?? body?.roundId ?? '';
  const isOwn = 'id' in caller && own.test(endpoint.name);
  const id = isOwn ? String(caller.id) : /^[1-9]\d{0,17}$/.exec(String(given))?.[0];
  const kind = named[endpoint.name] ?? targets[endpoint.name.split('.')[0] ?? ''] ?? 'user';
  const change: Change | null = id ? { kind, id: BigInt(id) } : null;
  const event = { ...eventOf(endpoint.name, caller), change, message };
  if (code === 'tooMany') {
    const who = 'keyId' in caller ? `service ${caller.keyId}` : caller.id;
    await noteThrottled(db, { ...event, subject: `calls:${who} ${endpoint.name}` });
  } else await recordEvent(db, { ...event, outcome: 'refused' });
}
