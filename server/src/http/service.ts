import type { Db } from '../db/database.ts';
import type { Origin, Service } from '../kernel/actor.ts';
import { Refusal } from '../kernel/refusal.ts';
import { findService } from '../service-keys/service-keys.ts';

/** Turns the key of a game server into the one who calls, or refuses. */
export async function authenticateService(
  db: Db,
  origin: Origin,
  header: string | string[] | undefined,
  idempotencyKey: string | null,
): Promise<Service> {
  const key = typeof header === 'string' && /^[\w-]{20,200}$/.test(header) ? header : undefined;
  const found = key ? await findService(db, key) : undefined;
  if (!found) throw new Refusal('unauthenticated', 'Send a valid service key as X-Service-Key.');
  return { ...origin, ...found, idempotencyKey };
}
