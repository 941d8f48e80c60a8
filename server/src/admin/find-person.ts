import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

interface Person {
  id: bigint;
  username: string;
  status: 'active' | 'suspended' | 'locked';
  ancestorIds: bigint[];
  isDeleted: boolean;
}

/** Whoever has the name, whichever case it is written in, as it is at this moment. */
export async function findPerson(db: Db, name: string): Promise<Person> {
  const { rows } = await sql<Person>`
    select id, username, status, ancestor_ids as "ancestorIds",
      deleted_at is not null as "isDeleted"
    from users where lower(username) = lower(${name})`.execute(db);
  const [person] = rows;
  if (!person) throw new Error(`There is no account ${name}.`);
  return person;
}

/** One that can sign in again: whoever deleted an account can bring it back. */
export async function findUndeleted(db: Db, name: string): Promise<Person> {
  return undeleted(await findPerson(db, name));
}

/**
 * A person as it then is, until the transaction ends: its sessions and password held alone, as for
 * a change of them by the platform itself; or all of it, for a change of its status.
 */
export async function holdPerson(
  tx: Tx,
  name: string,
  what: 'sessions' | 'all' = 'sessions',
): Promise<Person> {
  const { id } = await findPerson(tx, name);
  await sql`select hold_people(ancestor_ids || id, ${what === 'all' ? id : null}::bigint)
    from users where id = ${id}`.execute(tx);
  await sql`select hold_sessions(${id}::bigint, true)`.execute(tx);
  return findPerson(tx, name);
}

export function undeleted(person: Person): Person {
  if (!person.isDeleted) return person;
  throw new Error(`${person.username} is deleted: its operator can restore it, then try again.`);
}
