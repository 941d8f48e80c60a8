import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

interface Person {
  id: bigint;
  username: string;
}

/** Whoever has the name, whichever case it is written in; throws the nearest names otherwise. */
export async function findPerson(db: Db, name: string): Promise<Person> {
  const { rows } = await sql<Person>`
    select id, username from users where lower(username) = lower(${name})`.execute(db);
  const [person] = rows;
  if (!person) throw new Error(`There is no account ${name}.`);
  return person;
}

/** The same person as it then is, alone among all who open or end sessions of it. */
export async function holdPerson(tx: Tx, name: string): Promise<Person> {
  const { id } = await findPerson(tx, name);
  const { rows } = await sql<Person>`
    select id, username from hold_person(${id}, true)`.execute(tx);
  const [person] = rows;
  if (!person) throw new Error(`There is no account ${name}.`);
  return person;
}
