import { sql } from 'kysely';
import type { Db } from './database.ts';

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  /** Of a column with a rule that names every value it may have. */
  values: string[] | null;
}

const head = `import type { ColumnType, Generated } from 'kysely';

// Written by \`npm run schema\` from the database: what stands here is what the columns take.

/** Written as JSON text, read back parsed. */
type Json = ColumnType<unknown, string, string>;
type NullableJson = ColumnType<unknown, string | null, string | null>;
`;

const types: Record<string, string> = {
  bigint: 'bigint',
  'bigint[]': 'bigint[]',
  'integer[]': 'number[]',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  integer: 'number',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'character varying': 'string',
  'timestamp with time zone': 'Date',
  xid8: 'string',
};

/** The tables of a database as types for Kysely. */
export async function dumpTables(db: Db): Promise<string> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
      not a.attnotnull as "isNullable", a.atthasdef or a.attidentity <> '' as "hasDefault",
      (select array_agg(m[1]) from pg_constraint k
        cross join regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::text', 'g') m
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) like
            format('CHECK ((%s = ANY (ARRAY[%%', a.attname)) as values
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
    where c.relnamespace = current_schema()::regnamespace and a.attnum > 0
      and not a.attisdropped and c.relname not like 'kysely%'
    order by c.relname collate "C", a.attnum`.execute(db);
  const tables = Map.groupBy(rows, ({ table }) => table);
  const parts = [...tables].map(
    ([table, columns]) => `  ${table}: {\n${columns.map(lineOf).join('')}  };\n`,
  );
  return `${head}\nexport interface Tables {\n${parts.join('')}}\n`;
}

function lineOf(column: Column): string {
  const type = typeOf(column);
  const line = `    ${column.name}: ${column.hasDefault ? `Generated<${type}>` : type};\n`;
  if (line.length <= 100) return line;
  return `    ${column.name}:\n      | ${type.replaceAll(' | ', '\n      | ')};\n`;
}

function typeOf({ table, name, type, isNullable, values }: Column): string {
  if (type === 'json' || type === 'jsonb') return isNullable ? 'NullableJson' : 'Json';
  const plain = values?.map((value) => `'${value}'`).join(' | ') ?? types[type];
  if (!plain) throw new Error(`${table}.${name} is ${type}: say in dump-tables.ts what that is.`);
  return isNullable ? `${plain} | null` : plain;
}
