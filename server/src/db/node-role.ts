import { sql } from 'kysely';
import type { Db } from './database.ts';
import { grantedTo, grantsIn, readFunctions, readText } from './sql-files.ts';
import { inTransaction } from './transaction.ts';

/**
 * Gives a node's role what the files of tables and functions grant, and nothing more; a role that
 * owns the tables keeps all.
 */
export async function grantToNode(owner: Db, role: string): Promise<void> {
  await inTransaction(owner, async (tx) => {
    // Of several nodes that start at the same time, two would meet in the catalogue.
    await sql`select pg_advisory_xact_lock(hashtextextended('node role', 0))`.execute(tx);
    const { rows } = await sql<{ schema: string; quoted: string; isOwner: boolean }>`
      select current_schema() as schema, quote_ident(${role}) as quoted,
        current_user = ${role} as "isOwner"`.execute(tx);
    const { schema = 'public', quoted = '', isOwner } = rows[0] ?? {};
    if (isOwner) return;
    const to = sql.id(role);
    const every = sql`in schema ${sql.id(schema)}`;
    await sql`revoke all on all tables ${every} from ${to}`.execute(tx);
    await sql`revoke all on all sequences ${every} from ${to}`.execute(tx);
    await sql`revoke create on schema ${sql.id(schema)} from public`.execute(tx);
    await sql`grant usage on schema ${sql.id(schema)} to ${to}`.execute(tx);
    const texts = [
      await readText('schema.sql'),
      ...(await readFunctions()).map(({ text }) => text),
    ];
    const grants = texts.flatMap(grantsIn).map((line) => grantedTo(quoted, line));
    await sql.raw(grants.join('\n')).execute(tx);
  });
}
