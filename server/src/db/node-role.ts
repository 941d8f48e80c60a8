import { sql } from 'kysely';
import type { Db } from './database.ts';
import { inTransaction } from './transaction.ts';

/**
 * What the role of a node may write by its own hand. The ledger, bets, rollups and seals are not
 * among it: those are written by functions with their owner's rights (migration 0025).
 */
const grants = {
  'insert, update': [
    ...['users', 'sessions', 'rounds', 'games', 'banks', 'events', 'cash_requests'],
    ...['service_keys', 'demo_story'],
  ],
  'insert, update, delete': ['sign_in_failures', 'support_links'],
  insert: [
    ...['audit_events', 'idempotency_keys', 'cash_request_steps', 'multiplier_tables', 'files'],
  ],
};

/** Gives a node's role what it needs and nothing more; a role that owns the tables keeps all. */
export async function grantToNode(owner: Db, role: string): Promise<void> {
  await inTransaction(owner, async (tx) => {
    // Of several nodes that start at once, two would meet in the catalogue.
    await sql`select pg_advisory_xact_lock(hashtextextended('node role', 0))`.execute(tx);
    const to = sql.id(role);
    const { rows } = await sql<{ schema: string; isOwner: boolean }>`
      select current_schema() as schema, current_user = ${role} as "isOwner"`.execute(tx);
    const { schema = 'public', isOwner } = rows[0] ?? {};
    if (isOwner) return;
    const every = sql`in schema ${sql.id(schema)}`;
    await sql`revoke all on all tables ${every} from ${to}`.execute(tx);
    await sql`revoke create on schema ${sql.id(schema)} from public`.execute(tx);
    await sql`grant usage on schema ${sql.id(schema)} to ${to}`.execute(tx);
    await sql`grant select on all tables ${every} to ${to}`.execute(tx);
    await sql`grant usage on all sequences ${every} to ${to}`.execute(tx);
    for (const [rights, tables] of Object.entries(grants)) {
      const names = sql.join(tables.map((table) => sql.table(table)));
      await sql`grant ${sql.raw(rights)} on ${names} to ${to}`.execute(tx);
    }
  });
}
