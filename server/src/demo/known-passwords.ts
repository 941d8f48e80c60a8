import { sql } from 'kysely';
import { isPassword } from '../auth/password.ts';
import type { Db } from '../db/database.ts';
import { demoBranches, demoSignIns, playerPassword } from './people.ts';

/** Whether it is a password of the demo, which everybody can read. */
export function isDemoPassword(password: string): boolean {
  return password === playerPassword || demoSignIns.some((one) => one.password === password);
}

/** An account of the demo that still has the password it was made with; operators come first. */
export async function findKnownSignIn(db: Db): Promise<string | undefined> {
  const people = demoPeople();
  const { rows } = await sql<{ username: string; hash: string }>`
    select username, password_hash as hash from users
    where lower(username) = any(${[...people.keys()]}) and deleted_at is null
    order by role = 'USER', id`.execute(db);
  // Accounts that were made together share a hash, so of hundreds of people few are checked.
  const checked = new Set<string>();
  for (const { username, hash } of rows) {
    const password = people.get(username.toLowerCase()) ?? '';
    if (checked.has(`${password} ${hash}`)) continue;
    if (await isPassword(password, hash)) return username;
    checked.add(`${password} ${hash}`);
  }
  return undefined;
}

/** Whether SUPER is still the demo's own, and its story was begun or nobody else is there. */
export async function isDemo(db: Db): Promise<boolean> {
  const [owner] = demoSignIns;
  const { rows } = await sql<{ hash: string; isAlone: boolean; hasStory: boolean }>`
    select password_hash as hash, (select count(*) from users) = 1 as "isAlone",
      exists (select from demo_story) as "hasStory"
    from users where role = 'SUPER' and username = ${owner.username}`.execute(db);
  const [found] = rows;
  if (!found || !(found.isAlone || found.hasStory)) return false;
  return isPassword(owner.password, found.hash);
}

/** Everybody of the demo by the name in small letters, with the password that it was given. */
function demoPeople(): Map<string, string> {
  const people = new Map<string, string>();
  for (const { operator, prefix, clients } of demoBranches) {
    people.set(operator, playerPassword);
    for (let number = 1; number <= clients; number++) {
      people.set(`${prefix}${number}`, playerPassword);
    }
  }
  for (const { username, password } of demoSignIns) people.set(username, password);
  return people;
}
