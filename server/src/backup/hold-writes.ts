import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** A node's connection ends within moments, whatever it is at; this is for a server that hangs. */
const endedWithinMs = 30_000;

const nodes = sql`pg_stat_activity a where a.datname = current_database()
  and a.application_name = 'pitboss' and a.pid <> pg_backend_pid()`;

/**
 * From now on every new connection to the database only reads, and those that were open have ended:
 * nodes open new ones, go on reading, and refuse changes with 503. It lasts until it is released.
 */
export async function holdWrites(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await setDefault(connection, sql`set default_transaction_read_only = on`);
    try {
      await endConnections(connection);
      await refuseForeign(connection);
    } catch (error) {
      await setDefault(connection, sql`reset default_transaction_read_only`);
      throw error;
    }
  });
}

/** Nodes may write again: the connections that only read have ended. */
export async function releaseWrites(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await setDefault(connection, sql`reset default_transaction_read_only`);
    await endConnections(connection);
  });
}

/**
 * Ends what nodes have opened so far, and waits for it: one that is told to end may commit before.
 * It looks again, for one that was just being opened is not seen at the first time.
 */
async function endConnections(connection: Db): Promise<void> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(
    connection,
  );
  const before = rows[0]?.at ?? null;
  const older = sql`${nodes} and a.backend_start < ${before}::timestamptz
    and pg_has_role(a.usename, 'member')`;
  for (let look = 1; look <= 3; look++) {
    const ended =
      await sql`select pg_terminate_backend(a.pid, ${endedWithinMs}) from ${older}`.execute(
        connection,
      );
    if (ended.rows.length === 0) return;
  }
  throw new Error('Connections of nodes do not end: stop the nodes, and try again.');
}

async function refuseForeign(connection: Db): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select distinct a.usename as role from ${nodes}
      and not pg_has_role(a.usename, 'member')`.execute(connection);
  if (rows.length === 0) return;
  const roles = rows.map(({ role }) => role).join(', ');
  throw new Error(
    `Nodes are signed in as ${roles}, whose connections the owner may not end: stop the nodes, ` +
      `or allow it ("grant ${roles} to" the owner), and try again.`,
  );
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
