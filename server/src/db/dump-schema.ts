import { sql } from 'kysely';
import type { Db } from './database.ts';

interface Part {
  table: string;
  text: string;
}

/**
 * The tables of a database as one page of SQL that makes them anew: the same page for the same
 * tables, however they came about. Functions stand in `server/sql/`.
 */
export async function dumpSchema(db: Db, nodeRole: string): Promise<string> {
  const { rows: tables } = await sql<Part>`
    select c.relname as table, obj_description(c.oid, 'pg_class') as text from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    order by c.relname collate "C"`.execute(db);
  const bodies = await listBodies(db);
  const options = await listOptions(db);
  const after = [
    ...(await listIndexes(db)),
    ...(await listQuestions(db)),
    ...(await listTriggers(db)),
    ...(await listGrants(db, nodeRole)),
  ];
  const of = (parts: Part[], table: string) =>
    parts.filter((part) => part.table === table).map(({ text }) => text);
  const pages = tables.map(({ table, text }) =>
    [
      `create table ${table} (`,
      `  ${of(bodies, table).join(',\n  ')}`,
      `)${of(options, table)[0] ?? ''};`,
      ...(text === null ? [] : [`comment on table ${table} is\n  ${quoted(text)};`]),
      ...of(after, table),
    ].join('\n'),
  );
  const alone = (await listSequences(db, nodeRole)).filter((one) => one.table === null);
  const sequences = alone.map(({ name }) =>
    [`create sequence ${name};`, ...of(after, name)].join('\n'),
  );
  const references = (await listReferences(db)).map(({ text }) => text).join('\n');
  return `${[head, ...sequences, ...pages, references].join('\n\n')}\n`;
}

const head = `-- The tables as they are, written by npm run schema.
-- An empty database is made from this page, then from first-rows.sql. The functions that are named
-- here stand in server/sql.
create extension if not exists pg_trgm;`;

function quoted(text: string): string {
  const lines = text.match(/.{1,90}(\s|$)/g) ?? [];
  return lines.map((line) => `'${line.replaceAll("'", "''")}'`).join('\n  ');
}

/** Columns, then rules; references to other tables come after all of them. */
async function listBodies(db: Db): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select c.relname as table, concat_ws(' ', quote_ident(a.attname),
        format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
        case when a.attidentity = 'a' then 'generated always as identity' end,
        'default ' || pg_get_expr(d.adbin, d.adrelid)) as text
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = current_schema()::regnamespace and a.attnum > 0
      and not a.attisdropped
    order by c.relname, a.attnum`.execute(db);
  const rules = await sql<Part>`
    select c.relname as table,
      'constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid, true) as text
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = current_schema()::regnamespace and k.contype in ('p', 'u', 'c')
    order by k.contype = 'p' desc, k.contype = 'u' desc, k.conname collate "C"`.execute(db);
  return [
    ...rows.map(({ table, text }) => ({ table, text: plain(text) })),
    ...rules.rows.map(({ table, text }) => ({ table, text: folded(plain(text), '    ') })),
  ];
}

async function listOptions(db: Db): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select relname as table, ' with (' || array_to_string(reloptions, ', ') || ')' as text
    from pg_class where relnamespace = current_schema()::regnamespace and reloptions is not null
      and relkind = 'r'`.execute(db);
  return rows;
}

async function listIndexes(db: Db): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select t.relname as table, pg_get_indexdef(i.indexrelid, 0, true) as text
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_class c on c.oid = i.indexrelid
    where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r'
      and not exists (select from pg_constraint where conindid = i.indexrelid)
    union all
    select c.relname, format('alter table %s alter column %I set storage external', c.relname,
      a.attname)
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type y on y.oid = a.atttypid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attstorage = 'e' and y.typstorage <> 'e'
    order by 2`.execute(db);
  return rows.map(({ table, text }) => ({ table, text: `${folded(plain(text), '  ')};` }));
}

/** What each index is for. */
async function listQuestions(db: Db): Promise<Part[]> {
  const { rows } = await sql<{ table: string; index: string; text: string }>`
    select t.relname as table, c.relname as index, obj_description(c.oid, 'pg_class') as text
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_class c on c.oid = i.indexrelid
    where t.relnamespace = current_schema()::regnamespace
      and obj_description(c.oid, 'pg_class') is not null
    order by c.relname collate "C"`.execute(db);
  return rows.map(({ table, index, text }) => ({
    table,
    text: `comment on index ${index} is\n  ${quoted(text)};`,
  }));
}

async function listTriggers(db: Db): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select c.relname as table, pg_get_triggerdef(t.oid, true) as text
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal
    order by t.tgname collate "C"`.execute(db);
  return rows.map(({ table, text }) => ({ table, text: `${folded(plain(text), '  ')};` }));
}

async function listGrants(db: Db, nodeRole: string): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select c.relname as table,
      string_agg(lower(g.privilege_type), ', ' order by array_position(
        array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'], g.privilege_type)) as text
    from pg_class c cross join aclexplode(c.relacl) g join pg_roles r on r.oid = g.grantee
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and r.rolname = ${nodeRole} group by c.relname`.execute(db);
  const onTables = rows.map(({ table, text }) => ({
    table,
    text: `grant ${text} on ${table} to node_role;`,
  }));
  const sequences = (await listSequences(db, nodeRole)).filter(({ isGranted }) => isGranted);
  const onSequences = sequences.map(({ table, name }) => ({
    table: table ?? name,
    text: usageOf(name),
  }));
  return [...onTables, ...onSequences];
}

const usageOf = (name: string) => `grant usage on sequence ${name} to node_role;`;

interface Sequence {
  name: string;
  /** Whose column made it; none if it stands alone. */
  table: string | null;
  isGranted: boolean;
}

async function listSequences(db: Db, nodeRole: string): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    select c.relname as name, has_sequence_privilege(${nodeRole}, c.oid, 'usage') as "isGranted",
      (select d.refobjid::regclass::text from pg_depend d
        where d.objid = c.oid and d.deptype = 'i') as table
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S'
    order by c.relname collate "C"`.execute(db);
  return rows;
}

async function listReferences(db: Db): Promise<{ text: string }[]> {
  const { rows } = await sql<{ text: string }>`
    select format('alter table %s add constraint %I %s;', c.relname, k.conname,
      pg_get_constraintdef(k.oid, true)) as text
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = current_schema()::regnamespace and k.contype = 'f'
    order by c.relname collate "C", k.conname collate "C"`.execute(db);
  return rows.map(({ text }) => ({ text: folded(plain(text), '  ') }));
}

const capitals = /('[^']*')|\b[A-Z]{2,}\b/g;

/** As we would have written it: without the casts and capitals that PostgreSQL adds. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(capitals, (word, literal) => literal ?? word.toLowerCase())
    .replace(/'::text(?!\[)/g, "'")
    .replace(/ = any \(array\[([^\]]*)\]\)/g, ' in ($1)')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(' using btree ', ' ');
}

/** Broken at blanks, so that a line fits on the page. */
function folded(text: string, indent: string): string {
  const lines = text.match(/.{1,94}(\s|$)/g) ?? [text];
  return lines.map((line) => line.trimEnd()).join(`\n${indent}`);
}
