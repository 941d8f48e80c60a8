import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * From now on every new connection to the database only reads, and those that are open are ended:
 * nodes open new ones, go on reading, and refuse changes with 503. It lasts until it is released.
 */
export async function holdWrites(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await setDefault(connection, sql`set default_transaction_read_only = on`);
    const others = sql`pg_stat_activity a where a.datname = current_database()
      and a.application_name = 'pitboss' and a.pid <> pg_backend_pid()`;
    await sql`select pg_terminate_backend(a.pid) from ${others}
      and pg_has_role(a.usename, 'member')`.execute(connection);
    const { rows } = await sql<{ role: string }>`
      select distinct a.usename as role from ${others}
        and not pg_has_role(a.usename, 'member')`.execute(connection);
    if (rows.length === 0) return;
    await setDefault(connection, sql`reset default_transaction_read_only`);
    const roles = rows.map(({ role }) => role).join(', ');
    throw new Error(
      `Nodes are signed in as ${roles}, whose connections the owner may not end: stop the nodes, ` +
        `or allow it ("grant ${roles} to" the owner), and try again.`,
    );
  });
}

/** Nodes may write again, on connections that they open from now on. */
export async function releaseWrites(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await setDefault(connection, sql`reset default_transaction_read_only`);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'pitboss'
        and pid <> pg_backend_pid() and pg_has_role(usename, 'member')`.execute(connection);
  });
}

export async function isHeld(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
    where d.datname = current_database() and s.setrole = 0
      and 'default_transaction_read_only=on' = any(s.setconfig)`.execute(db);
  return rows.length > 0;
}

async function setDefault(connection: Db, change: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select current_database() as name`.execute(connection);
  // Where the database is held already, this connection only reads by default.
  await sql`set session characteristics as transaction read write`.execute(connection);
  await sql`alter database ${sql.id(rows[0]?.name ?? '')} ${change}`.execute(connection);
}
