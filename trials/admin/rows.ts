import { type Db, openDatabase } from '@pitboss/server/db/database';
import { inWholeSnapshot } from '@pitboss/server/db/whole-snapshot';
import { ledgerDigest } from '@pitboss/server/ledger/digest';
import { sql } from 'kysely';

type Table = 'transfers' | 'entries';

/** Of every row that moved money, archived or not, a hash of what it says of money. */
export type MoneyRows = Record<Table, Map<bigint, string>>;

/** What an erasure may blank, remarks, is left out. */
const columns: Record<Table, string> = {
  transfers: `id, kind, from_account_id, to_account_id, amount_minor, actor_id, idempotency_key,
    cash_request_id, bet_id, round_id, created_at`,
  entries: `id, account_id, sequence, transfer_id, amount_minor, balance_after_minor, bet_id,
    created_at`,
};
const tables = Object.keys(columns) as Table[];

export async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase({ url, connectionsMax: 1, statementMs: 0 });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** In one state of the database, while others write. */
export function readMoneyRows(url: string): Promise<MoneyRows> {
  return withDatabase(url, (db) =>
    inWholeSnapshot(db, async (snapshot) => {
      const found: MoneyRows = { transfers: new Map(), entries: new Map() };
      for (const table of tables) {
        const { rows } = await sql<{ id: bigint; hash: string }>`
          select id, md5(row(${sql.raw(columns[table])})::text) as hash
          from ${sql.table(table)}`.execute(snapshot);
        for (const { id, hash } of rows) found[table].set(id, hash);
      }
      return found;
    }),
  );
}

/** Rows that were there and are gone or say something else; more may have come meanwhile. */
export function lostOf(before: MoneyRows, after: MoneyRows): string[] {
  return tables.flatMap((table) => {
    const odd = [...before[table]].filter(([id, hash]) => after[table].get(id) !== hash);
    const [first] = odd;
    if (!first) return [];
    const what = after[table].has(first[0]) ? 'says something else' : 'is gone';
    return [`${odd.length} of ${table}, ${first[0]} among them, which ${what}`];
  });
}

/** The digest that backups and moves compare. */
export async function digestOf(url: string): Promise<string> {
  return (await withDatabase(url, ledgerDigest)).sha256;
}
