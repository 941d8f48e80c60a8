import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';
import { codeOf } from './database-errors.ts';
import { hasTable } from './has-table.ts';
import { readFunctions, type SqlFile, withoutGrants } from './sql-files.ts';

const hashOf = ({ text }: SqlFile) => createHash('sha256').update(text).digest('hex');

/**
 * Brings the functions to this release: those whose text has changed are made anew, those that have
 * no file any more go. Nobody may run one until a node's role is given the right.
 */
export async function applyFunctions(tx: Tx): Promise<void> {
  const files = await readFunctions();
  const names = files.map(({ name }) => name);
  const { rows } = await sql<{ name: string; hash: string }>`
    select name, hash from applied_functions`.execute(tx);
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  await fixSearchPath(tx);
  for (const name of applied.keys()) {
    if (names.includes(name)) continue;
    await dropFunction(tx, name);
    await sql`delete from applied_functions where name = ${name}`.execute(tx);
  }
  for (const file of files.filter((one) => applied.get(one.name) !== hashOf(one))) {
    // Another signature would stand beside the old one. What a table uses stays, and is replaced.
    await attempt(tx, () => dropFunction(tx, file.name));
    await makeFunction(tx, file);
    await sql`
      insert into applied_functions (name, hash) values (${file.name}, ${hashOf(file)})
      on conflict (name) do update set hash = excluded.hash`.execute(tx);
  }
}

/** How many functions this release would make anew or take away. */
export async function countChangedFunctions(db: Db): Promise<number> {
  const files = await readFunctions();
  if (!(await hasTable(db, 'applied_functions'))) return files.length;
  const { rows } = await sql<{ name: string; hash: string }>`
    select name, hash from applied_functions`.execute(db);
  const hashes = new Map(files.map((file) => [file.name, hashOf(file)]));
  const replaced = rows.filter(({ name, hash }) => hashes.get(name) !== hash).length;
  const known = new Set(rows.map(({ name }) => name));
  return replaced + files.filter(({ name }) => !known.has(name)).length;
}

let own: Promise<string> | undefined;

/** Whether the database's functions are those of this release, and not of one that came after. */
export async function areOwnFunctions(db: Db): Promise<boolean> {
  own ??= readFunctions().then((files) =>
    files
      .map((file) => `${file.name} ${hashOf(file)}`)
      .sort()
      .join('\n'),
  );
  const { rows } = await sql<{ applied: string | null }>`
    select string_agg(name || ' ' || hash, chr(10) order by (name || ' ' || hash) collate "C")
      as applied from applied_functions`.execute(db);
  return rows[0]?.applied === (await own);
}

/** Functions that tables use are made before these; those that take rows of tables are not. */
export async function makeFunctionsForTables(tx: Tx): Promise<void> {
  await fixSearchPath(tx);
  for (const file of await readFunctions()) await attempt(tx, () => makeFunction(tx, file));
}

async function makeFunction(tx: Tx, { name, text }: SqlFile): Promise<void> {
  await sql.raw(withoutGrants(text)).execute(tx);
  await sql`revoke all on function ${sql.id(name)} from public`.execute(tx);
}

async function dropFunction(tx: Tx, name: string): Promise<void> {
  await sql`drop function if exists ${sql.id(name)}`.execute(tx);
}

/**
 * Functions that run with their owner's rights take over the path of this moment: nobody can put a
 * table of the same name in their way. Bodies are not looked into: one may call another that comes
 * after it.
 */
async function fixSearchPath(tx: Tx): Promise<void> {
  await sql`select set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true),
    set_config('check_function_bodies', 'off', true)`.execute(tx);
}

/** Something else depends on it, or what it needs is not there yet: then it is left as it was. */
const expected = new Set(['2BP01', '42704', '42P01']);

async function attempt(tx: Tx, work: () => Promise<void>): Promise<void> {
  await sql`savepoint attempt`.execute(tx);
  try {
    await work();
  } catch (error) {
    if (!expected.has(codeOf(error) ?? '')) throw error;
    await sql`rollback to savepoint attempt`.execute(tx);
  }
  await sql`release savepoint attempt`.execute(tx);
}
