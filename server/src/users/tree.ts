import type { Role } from '@pitboss/contract/auth';
import type { Currency, Minor } from '@pitboss/contract/money';
import type { UserStatus } from '@pitboss/contract/users';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { Refusal } from '../kernel/refusal.ts';

export interface Person {
  id: bigint;
  username: string;
  name: string;
  role: Role;
  status: UserStatus;
  currency: Currency;
  isDemo: boolean;
  parentId: bigint | null;
  ancestorIds: bigint[];
  minimumBetsMinor: Minor | null;
  maximumBetsMinor: Minor | null;
  deletedAt: Date | null;
}

const personColumns = sql`
  u.id, u.username, u.name, u.role, u.status, u.currency, u.is_demo as "isDemo",
  u.parent_id as "parentId", u.ancestor_ids as "ancestorIds",
  u.minimum_bets_minor as "minimumBetsMinor", u.maximum_bets_minor as "maximumBetsMinor",
  u.deleted_at as "deletedAt"`;

/** Any account strictly below the caller, to look at; everyone else is not there for it. */
export async function getBelow(db: Db, actor: Actor, id: bigint): Promise<Person> {
  const { rows } = await sql<Person>`
    select ${personColumns} from users u
    where u.id = ${id} and ${actor.id} = any(u.ancestor_ids) and u.deleted_at is null
      and not is_below_deleted(u)`.execute(db);
  if (!rows[0]) throw userNotThere();
  return rows[0];
}

/**
 * A direct client, held for a change of it until the transaction ends: calls of its own and of
 * everyone below it are waited for, and those that come later see the change.
 */
export async function holdDirectClient(tx: Tx, actor: Actor, id: bigint): Promise<Person> {
  const client = await holdDirect(tx, actor, id, 'alone');
  if (client.deletedAt) throw userNotThere();
  return client;
}

/** A direct client, whose sessions and password nobody else uses or changes meanwhile. */
export async function holdClientSessions(tx: Tx, actor: Actor, id: bigint): Promise<Person> {
  const client = await holdDirect(tx, actor, id, 'together');
  if (client.deletedAt) throw userNotThere();
  await sql`select hold_sessions(${id}::bigint, true)`.execute(tx);
  return client;
}

/** Any account below the caller, whose sessions and way in nobody else changes meanwhile. */
export async function holdSessionsBelow(tx: Tx, actor: Actor, id: bigint): Promise<Person> {
  const person = await hold(tx, actor, id, 'together');
  if (person.deletedAt) throw userNotThere();
  await sql`select hold_sessions(${id}::bigint, true)`.execute(tx);
  return person;
}

export async function holdDeletedClient(tx: Tx, actor: Actor, id: bigint): Promise<Person> {
  const client = await holdDirect(tx, actor, id, 'alone');
  if (!client.deletedAt) throw new Refusal('conflict', `${client.username} is not deleted.`);
  return client;
}

/** Any account below the caller, held for a change of it. */
export async function holdBelow(tx: Tx, actor: Actor, id: bigint): Promise<Person> {
  const person = await hold(tx, actor, id, 'alone');
  if (person.deletedAt) throw userNotThere();
  return person;
}

/** Any account below the caller that stays there until the transaction ends; it may go on. */
export async function keepBelow(tx: Tx, actor: Actor, id: bigint): Promise<Person> {
  const person = await hold(tx, actor, id, 'together');
  if (person.deletedAt) throw userNotThere();
  return person;
}

async function holdDirect(
  tx: Tx,
  actor: Actor,
  id: bigint,
  how: 'together' | 'alone',
): Promise<Person> {
  const person = await hold(tx, actor, id, how);
  if (person.parentId !== actor.id) throw notDirect();
  return person;
}

async function hold(tx: Tx, actor: Actor, id: bigint, how: 'together' | 'alone'): Promise<Person> {
  const isAlone = how === 'alone';
  const { rows } = await sql<Person & { isHidden: boolean }>`
    select ${personColumns}, is_below_deleted(u) as "isHidden"
    from hold_below(${actor.id}::bigint, ${id}::bigint, ${isAlone}) u`.execute(tx);
  const [person] = rows;
  if (!person || person.isHidden) throw userNotThere();
  return person;
}

export function userNotThere(): Refusal {
  return new Refusal('notFound', 'User not found.');
}

export function notDirect(): Refusal {
  return new Refusal('forbidden', 'Only the direct operator of this account may do that.');
}
