import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashToken } from '../auth/sessions.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Actor, Service } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { Refusal } from '../kernel/refusal.ts';

interface ServiceKey {
  _id: bigint;
  name: string;
  createdAt: Date;
  revokedAt: Date | null;
}

const columns = sql`id as "_id", name, created_at as "createdAt", revoked_at as "revokedAt"`;

/** Makes a key and answers with it: only its hash is kept, so nobody sees it again. */
export async function addServiceKey(
  tx: Tx,
  actor: Actor,
  name: string,
): Promise<{ serviceKey: ServiceKey & { key: string }; change: Change }> {
  const key = `pbk_${randomBytes(32).toString('base64url')}`;
  const { rows } = await sql<ServiceKey>`
    insert into service_keys (name, key_hash, created_by)
    values (${name}, ${hashToken(key)}, ${actor.id}) returning ${columns}`.execute(tx);
  const [made] = rows as [ServiceKey];
  const change: Change = { kind: 'service-key', id: made._id, after: { name } };
  return { serviceKey: { ...made, key }, change };
}

export async function listServiceKeys(db: Db): Promise<ServiceKey[]> {
  const { rows } = await sql<ServiceKey>`
    select ${columns} from service_keys order by id desc`.execute(db);
  return rows;
}

export async function removeServiceKey(tx: Tx, id: bigint): Promise<Change> {
  const { rows } = await sql<{ name: string }>`
    update service_keys set revoked_at = platform_now()
    where id = ${id} and revoked_at is null returning name`.execute(tx);
  const [revoked] = rows;
  if (!revoked) throw new Refusal('notFound', 'Service key not found.');
  return { kind: 'service-key', id, before: { name: revoked.name }, after: { isRevoked: true } };
}

/** The game server that a key belongs to; none for an unknown or a revoked one. */
export async function findService(
  db: Db,
  key: string,
): Promise<Pick<Service, 'keyId' | 'name'> | undefined> {
  const { rows } = await sql<Pick<Service, 'keyId' | 'name'>>`
    select id as "keyId", name from service_keys
    where key_hash = ${hashToken(key)} and revoked_at is null`.execute(db);
  return rows[0];
}
