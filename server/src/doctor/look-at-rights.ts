import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { checkRoles } from '../db/check-roles.ts';
import type { Db } from '../db/database.ts';
import { roleIn } from '../db/guarded-client.ts';
import { grantsIn, readFunctions, readText } from '../db/sql-files.ts';
import { roles as embeddedRoles } from '../embedded/passwords.ts';
import { WrongSettings } from '../kernel/wrong-settings.ts';
import { type Finding, good, told, wrong } from './finding.ts';

/** What is on record nobody but its owner may change, and a trigger keeps even that one off. */
const onRecord = ['accounts', 'transfers', 'entries', 'audit_events', 'seals'];

/** Whether a node would start with these addresses, as it judges; embedded ones are ours. */
export async function lookAtRoles({ databaseUrl, databaseOwnerUrl }: Config): Promise<Finding[]> {
  if (!databaseUrl) return [];
  try {
    const weak = await checkRoles({ url: databaseUrl, ownerUrl: databaseOwnerUrl });
    return weak.map(({ says, isGrave }) => told('roles', isGrave ? 'wrong' : 'weak', says));
  } catch (error) {
    if (!(error instanceof WrongSettings)) throw error;
    return [told('roles', 'wrong', error.message)];
  }
}

/** Whether the nodes' role, where it is one of its own, may do what it must and nothing more. */
export async function lookAtRights(db: Db, { databaseUrl }: Config): Promise<Finding[]> {
  const role = databaseUrl ? roleIn(databaseUrl) : embeddedRoles.node;
  const rights = await findRights(db, role);
  // An owner may do all: that it is one is told of its role.
  return databaseUrl && rights?.isOwner ? [] : judge(role, rights);
}

interface Rights {
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
    select pg_has_role(r.oid, (select relowner from pg_class
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
  const { lacking, excess } = rights;
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
