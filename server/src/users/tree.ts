import type { Role } from '@pitboss/contract/auth';
import type { Currency, Minor } from '@pitboss/contract/money';
import type { UserStatus } from '@pitboss/contract/users';
import { type RawBuilder, sql } from 'kysely';
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

type Lock = 'share' | 'change';

/** Any account strictly below the caller; everyone else is not there for it. */
export async function getBelow(db: Db, actor: Actor, id: bigint): Promise<Person> {
  const person = await find(db, actor, id, sql``);
  if (!person || person.deletedAt) throw notThere();
  return person;
}

/**
 * A direct client, for a change. `share` lets other money moves go on beside this one, `change`
 * lets nobody else in; either way the account is not deleted under our hands.
 */
export async function getDirectClient(
  tx: Tx,
  actor: Actor,
  id: bigint,
  lock: Lock,
): Promise<Person> {
  const client = await getDirect(tx, actor, id, lock);
  if (client.deletedAt) throw notThere();
  return client;
}

export async function getDeletedClient(tx: Tx, actor: Actor, id: bigint): Promise<Person> {
  const client = await getDirect(tx, actor, id, 'change');
  if (!client.deletedAt) throw new Refusal('conflict', `${client.username} is not deleted.`);
  return client;
}

async function getDirect(tx: Tx, actor: Actor, id: bigint, lock: Lock): Promise<Person> {
  const locking = lock === 'share' ? sql`for share of u` : sql`for no key update of u`;
  const person = await find(tx, actor, id, locking);
  if (!person) throw notThere();
  if (person.parentId !== actor.id) {
    throw new Refusal('forbidden', 'Only the direct operator of this account may do that.');
  }
  return person;
}

/**
 * The caller as it is now, and as it stays until the transaction ends: a new client takes its terms
 * over, and the caller itself may have been changed since the request began.
 */
export async function holdActor(tx: Tx, actor: Actor): Promise<Actor> {
  const { rows } = await sql<Held>`
    select u.role, u.currency, u.is_demo as "isDemo",
      u.minimum_bets_minor as "minimumBetsMinor", u.maximum_bets_minor as "maximumBetsMinor",
      u.deleted_at is null and u.status = 'active'
        and effective_status(u.id, u.ancestor_ids) = 'active' as "isActive"
    from users u where u.id = ${actor.id} for share of u
  `.execute(tx);
  const held = rows[0];
  if (!held?.isActive || held.role !== actor.role) {
    throw new Refusal('conflict', 'Your account was changed meanwhile. Please try again.');
  }
  const { currency, isDemo, minimumBetsMinor, maximumBetsMinor } = held;
  return { ...actor, currency, isDemo, limits: { minimumBetsMinor, maximumBetsMinor } };
}

type Held = Pick<Actor, 'role' | 'currency' | 'isDemo'> & Actor['limits'] & { isActive: boolean };

function notThere(): Refusal {
  return new Refusal('notFound', 'User not found.');
}

async function find(db: Db, actor: Actor, id: bigint, lock: RawBuilder<unknown>) {
  const { rows } = await sql<Person>`
    select u.id, u.username, u.name, u.role, u.status, u.currency, u.is_demo as "isDemo",
      u.parent_id as "parentId", u.ancestor_ids as "ancestorIds",
      u.minimum_bets_minor as "minimumBetsMinor", u.maximum_bets_minor as "maximumBetsMinor",
      u.deleted_at as "deletedAt"
    from users u
    where u.id = ${id} and ${actor.id} = any(u.ancestor_ids)
      and not exists (select from users above
        where above.id = any(u.ancestor_ids) and above.deleted_at is not null)
    ${lock}
  `.execute(db);
  return rows[0];
}
