import type { clients } from '@pitboss/contract/clients';
import type { BodyOf } from '@pitboss/contract/endpoint';
import type { Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { updateUser } from '../users/update-user.ts';

/** Locks or unlocks a direct client as an edit does, and says why on the record. */
export async function setStatus(
  tx: Tx,
  actor: Actor,
  id: bigint,
  { status, reason }: BodyOf<typeof clients.setStatus>,
): Promise<Change> {
  const { change } = await updateUser(tx, actor, id, { status });
  return { ...change, after: { ...change.after, reason: reason.trim() } };
}
