import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { type Db, openDatabase } from '../db/database.ts';
import { roleIn } from '../db/guarded-client.ts';
import { grantsIn, readFunctions, readText } from '../db/sql-files.ts';
import { roles as embeddedRoles } from '../embedded/passwords.ts';
import { type Finding, good, weak, wrong } from './finding.ts';

/** What is on record nobody but its owner may change, and a trigger keeps even that one off. */
const onRecord = ['accounts', 'transfers', 'entries', 'audit_events', 'seals'];

/** Whom the nodes sign in as, and whether that role may do what it must, and nothing more. */
export async function lookAtRights(db: Db, config: Config): Promise<Finding[]> {
  const { databaseUrl } = config;
  const entered = databaseUrl ? await enterAs(db, databaseUrl) : [];
  if (entered.length > 0) return entered;
  const role = databaseUrl ? roleIn(databaseUrl) : embeddedRoles.node;
  return judge(role, await findRights(db, role));
}

/** A node that starts now comes in by this address, and into this database. */
async function enterAs(owner: Db, url: string): Promise<Finding[]> {
  const node = openDatabase({ url, connectionsMax: 1 });
  const identity = sql<{ id: string }>`
    select current_database() || ' since ' || pg_postmaster_start_time() as id`;
  try {
    const [mine, its] = [await identity.execute(owner), await identity.execute(node.db)];
    if (mine.rows[0]?.id === its.rows[0]?.id) return [];
    const says = 'DATABASE_URL and DATABASE_OWNER_URL lead to two different databases.';
    return [wrong('roles', says, 'Name the same server and database in both.')];
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const remedy = `Correct the role or its password there; alter role ${roleIn(url)} sets one.`;
    return [wrong('roles', `DATABASE_URL does not lead to the database: ${said}.`, remedy)];
  } finally {
    await node.close();
  }
}

interface Rights {
  isSuperuser: boolean;
  isOwner: boolean;
  lacking: string[];
  excess: string[];
}

async function findRights(db: Db, role: string): Promise<Rights | undefined> {
  const tables = grantsIn(await readText('schema.sql')).flatMap((line) => {
    const [, rights, table] = /^grant ([a-z, ]+) on (\w+) to/.exec(line) ?? [];
    // Those on sequences come with the tables that use them.
    return rights ? rights.split(', ').map((right) => `${right} ${table}`) : [];
  });
  const functions = (await readFunctions()).filter(({ text }) => grantsIn(text).length > 0);
  const { rows } = await sql<Rights>`
    select r.rolsuper as "isSuperuser", pg_has_role(r.oid, (select relowner from pg_class
        where oid = 'users'::regclass), 'usage') as "isOwner", array(
        select pair from unnest(${tables}::text[]) pair
        where not has_table_privilege(r.oid, split_part(pair, ' ', 2), split_part(pair, ' ', 1))
        union all
        select 'execute ' || p.proname from pg_proc p
        where p.pronamespace = current_schema()::regnamespace
          and p.proname = any(${functions.map(({ name }) => name)}::text[])
          and not has_function_privilege(r.oid, p.oid, 'execute')) as lacking,
      array(
        select change || ' ' || name from unnest(${onRecord}::text[]) name,
          unnest(array['update', 'delete', 'truncate']) change
        where has_table_privilege(r.oid, name, change)) as excess
    from pg_roles r where r.rolname = ${role}`.execute(db);
  return rows[0];
}

function judge(role: string, rights: Rights | undefined): Finding[] {
  if (!rights) {
    return [wrong('roles', `There is no role ${role}.`, `create role ${role} login password '…';`)];
  }
  const { isSuperuser, isOwner, lacking, excess } = rights;
  if (isSuperuser) {
    const remedy = `alter role ${role} nosuperuser; or name another role in DATABASE_URL.`;
    return [wrong('roles', `The nodes run as ${role}, a superuser.`, remedy)];
  }
  if (isOwner) {
    const says = `The nodes run as ${role}, with the rights of the owner of the tables.`;
    const remedy =
      'It works, but only triggers guard the record: make a role that owns nothing, name it in ' +
      'DATABASE_URL and the owner in DATABASE_OWNER_URL.';
    return [weak('roles', says, remedy)];
  }
  const found: Finding[] = [];
  if (lacking.length > 0) {
    const says = `${role} lacks rights: ${firstOf(lacking)}.`;
    found.push(wrong('rights', says, 'Start a node again: each start grants them.'));
  }
  if (excess.length > 0) {
    const says = `${role} may change what is on record: ${firstOf(excess)}.`;
    found.push(wrong('rights', says, 'Start a node again: each start takes them away.'));
  }
  if (found.length > 0) return found;
  return [
    good('rights', `The nodes run as ${role}, which has the rights that it needs and no more.`),
  ];
}

function firstOf(all: string[]): string {
  const first = all.slice(0, 3).join(', ');
  return all.length > 3 ? `${first} and ${all.length - 3} more` : first;
}
