import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { makeDatabase } from '../db/migrate.ts';
import { readText } from '../db/sql-files.ts';

/** Rows that travel together: as text they are some hundred kilobytes, pictures some megabytes. */
const batchRows = (table: string) => (table === 'files' ? 10 : 2_000);
const archived = ['archive.bets', 'archive.transfers', 'archive.entries'];

export interface TableCopy {
  table: string;
  rows: number;
  digest: string;
}

interface Copying {
  source: Db;
  target: Db;
  onTable(copy: TableCopy): void;
}

/**
 * Copies everything in one transaction of the target, which is empty before it and after one that
 * was cut off: whoever gave the order hears of it, and nothing is begun again. Each table is read
 * back and held against its source before anything stays.
 */
export async function copyDatabase({ source, target, onTable }: Copying): Promise<TableCopy[]> {
  const read = await source.startTransaction().setIsolationLevel('repeatable read').execute();
  try {
    return await target.transaction().execute(async (tx) => {
      for (const db of [read, tx]) await speakAlike(db);
      await makeDatabase(tx);
      const hasArchive = await isThere(read, 'archive.bets');
      if (hasArchive) await makeArchive(tx);
      const tables = [...(await tablesOf(tx)), ...(hasArchive ? archived : [])];
      const putBack = await withoutReferences(tx);
      for (const table of tables)
        await sql`alter table ${at(table)} disable trigger user`.execute(tx);
      for (const table of tables) await sql`delete from ${at(table)}`.execute(tx);
      const copies: TableCopy[] = [];
      for (const table of tables) {
        const columns = await columnsOf(tx, table);
        const sent = await sendTable(read, tx, table, columns);
        const arrived = await digestOf(tx, table, columns);
        if (sent.digest !== arrived) throw new Error(`The copy of ${table} is not the same.`);
        copies.push(sent);
        onTable(sent);
      }
      for (const table of tables)
        await sql`alter table ${at(table)} enable trigger user`.execute(tx);
      // Numbers of transactions mean nothing on another server; what is read by them is read anew.
      await sql`update notifications set xact = pg_current_xact_id()`.execute(tx);
      await copySequences(read, tx);
      await putBack();
      return copies;
    });
  } finally {
    await read.rollback().execute();
  }
}

const at = (table: string) => sql.table(table);

/** The text of a value is the same on every server that is told to write it alike. */
async function speakAlike(db: Db): Promise<void> {
  await sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true),
    set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true),
    set_config('extra_float_digits', '1', true)`.execute(db);
}

async function isThere(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${table}) is not null as "isThere"`.execute(db);
  return rows[0]?.isThere === true;
}

async function makeArchive(tx: Tx): Promise<void> {
  await sql.raw(await readText('../deploy/retention/archive-month.sql')).execute(tx);
  await sql`call archive.follow_tables()`.execute(tx);
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
    order by relname`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Takes the rules off by which rows of one table refer to another's, some of them in a circle, and
 * answers with what puts them back, checked.
 */
async function withoutReferences(tx: Tx): Promise<() => Promise<void>> {
  const { rows } = await sql<{ table: string; name: string; rule: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as rule
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(tx);
  for (const { table, name } of rows) {
    await sql`alter table ${at(table)} drop constraint ${sql.id(name)}`.execute(tx);
  }
  return async () => {
    for (const { table, name, rule } of rows) {
      await sql`alter table ${at(table)} add constraint ${sql.id(name)} ${sql.raw(rule)}`.execute(
        tx,
      );
    }
  };
}

/** The columns in their order on the target: a database that was upgraded may have another. */
async function columnsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
    order by attnum`.execute(db);
  return rows.map(({ name }) => name);
}

async function sendTable(read: Db, tx: Tx, table: string, columns: string[]): Promise<TableCopy> {
  const strangers = (await columnsOf(read, table)).filter((name) => !columns.includes(name));
  if (strangers.length > 0) throw new Error(`${table} has columns of its own: ${strangers}.`);
  const sum = makeSum();
  for await (const lines of readRows(read, table, columns)) {
    sum.add(lines);
    // The cast stands by itself, or it would be made once for each column.
    await sql`insert into ${at(table)} overriding system value
      select (made.line).* from (
        select line::${at(table)} as line
        from unnest(${lines}::text[]) with ordinality given (line, n)
        order by n offset 0) made`.execute(tx);
  }
  return { table, ...sum.total() };
}

async function digestOf(db: Db, table: string, columns: string[]): Promise<string> {
  const sum = makeSum();
  for await (const lines of readRows(db, table, columns)) sum.add(lines);
  return sum.total().digest;
}

/** Rows as PostgreSQL writes them, in the order of their ids where they have some. */
async function* readRows(db: Db, table: string, columns: string[]): AsyncGenerator<string[]> {
  const order = columns.includes('id') ? sql`order by id` : sql``;
  await sql`declare copied no scroll cursor for
    select row(${sql.join(columns.map((name) => sql.ref(name)))})::text as line
    from ${at(table)} ${order}`.execute(db);
  for (;;) {
    const { rows } = await sql<{ line: string }>`
      fetch ${sql.lit(batchRows(table))} from copied`.execute(db);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await sql`close copied`.execute(db);
}

/** One digest over rows in any order: the sum of each one's own. */
function makeSum() {
  let rows = 0;
  let sum = 0n;
  return {
    add: (lines: string[]) => {
      for (const line of lines) {
        const own = createHash('sha256').update(line).digest('hex').slice(0, 32);
        sum = BigInt.asUintN(128, sum + BigInt(`0x${own}`));
      }
      rows += lines.length;
    },
    total: () => ({ rows, digest: `${rows}:${sum.toString(16).padStart(32, '0')}` }),
  };
}

async function copySequences(read: Db, tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string; last: bigint }>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = current_schema() and last_value is not null`.execute(read);
  for (const { name, last } of rows) {
    await sql`select setval(${name}::regclass, ${last}::bigint)`.execute(tx);
  }
}
