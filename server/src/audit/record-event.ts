import type { Role } from '@pitboss/contract/auth';
import type { Db } from '../db/database.ts';
import type { Actor, Origin, Service } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { toJson } from '../kernel/json.ts';

export interface AuditEvent {
  /** Null for a game server, and for one who is not signed in: then the name that was tried. */
  actor: { id: bigint; role: Role } | null;
  actorName: string;
  origin: Origin;
  action: string;
  change: Change | null;
  outcome: 'done' | 'refused';
  message: string;
}

/** Who did what, from where: the part of an event that is the same however it ends. */
export function eventOf(action: string, caller: Actor | Service) {
  const { address, requestId } = caller;
  const origin = { address, requestId };
  if ('keyId' in caller) {
    return { actor: null, actorName: `service key ${caller.name}`, origin, action };
  }
  const { id, role, username } = caller;
  return { actor: { id, role }, actorName: username, origin, action };
}

/** Adds to the audit record; given a transaction, the event stands or falls with the change. */
export async function recordEvent(db: Db, event: AuditEvent): Promise<void> {
  await insertEvent(db, event).execute();
}

export function insertEvent(db: Db, event: AuditEvent) {
  const { actor, origin, change } = event;
  return db.insertInto('audit_events').values({
    actor_id: actor?.id ?? null,
    actor_name: event.actorName.slice(0, 100),
    actor_role: actor?.role ?? null,
    address: origin.address,
    request_id: origin.requestId,
    action: event.action,
    target_kind: change?.kind ?? null,
    target_id: change?.id ?? null,
    before: change?.before ? toJson(change.before) : null,
    after: change?.after ? toJson(change.after) : null,
    outcome: event.outcome,
    message: event.message,
  });
}
