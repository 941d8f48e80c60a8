import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashToken } from '../auth/sessions.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { Refusal } from '../kernel/refusal.ts';
import { getRound, hasEnded, holdRound } from '../rounds/round-row.ts';
import { voidRound } from '../rounds/round-steps.ts';

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

/** Revokes a key. Nobody else could end the rounds that it has running, so they are void. */
export async function removeServiceKey(tx: Tx, id: bigint): Promise<Change> {
  // The calls of its game server that are under way end first.
  await sql`select hold_service_key(${id}::bigint, true)`.execute(tx);
  const { rows } = await sql<{ name: string }>`
    update service_keys set revoked_at = platform_now()
    where id = ${id} and revoked_at is null returning name`.execute(tx);
  const [revoked] = rows;
  if (!revoked) throw new Refusal('notFound', 'Service key not found.');
  const running = await sql<{ id: bigint }>`
    select id from rounds where service_key_id = ${id} and state in ('betting', 'flying')
    order by id`.execute(tx);
  const voided: bigint[] = [];
  for (const round of running.rows) {
    await holdRound(tx, round.id, 'alone');
    // Its last call may just have ended it.
    if (hasEnded(await getRound(tx, round.id))) continue;
    await voidRound(tx, round.id);
    voided.push(round.id);
  }
  const after = { isRevoked: true, voided };
  return { kind: 'service-key', id, before: { name: revoked.name }, after };
}
