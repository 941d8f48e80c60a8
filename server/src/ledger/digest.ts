import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { inWholeSnapshot } from '../db/whole-snapshot.ts';

export interface LedgerDigest {
  sha256: string;
  accounts: number;
  transfers: number;
  entries: number;
}

/**
 * What is hashed of each row. The columns are named, so that a release that adds others leaves the
 * digest of what there was as it is; what it adds is hashed where it is given.
 */
const columns = {
  accounts: `row(id, kind, user_id, currency, balance_minor, entry_count)::text
    || case when shard > 0 then ' ' || shard else '' end`,
  transfers: `row(id, kind, from_account_id, to_account_id, amount_minor, actor_id, remarks,
    idempotency_key, cash_request_id, bet_id,
    (extract(epoch from created_at) * 1000000)::bigint)::text || coalesce(' ' || round_id, '')`,
  entries: `row(id, account_id, sequence, transfer_id, amount_minor, balance_after_minor,
    (extract(epoch from created_at) * 1000000)::bigint)::text || coalesce(' ' || bet_id, '')`,
};

type Table = keyof typeof columns;

/** Ids in a block: as much text as PostgreSQL puts together at a time. */
const blockIds = 10_000;

/**
 * One hash over every account, transfer and entry in the order of their ids, in one state of the
 * database. Two ledgers with the same digest are the same. Archived rows count.
 */
export async function ledgerDigest(db: Db): Promise<LedgerDigest> {
  return inWholeSnapshot(db, async (snapshot) => {
    const hash = createHash('sha256');
    const counts = { accounts: 0, transfers: 0, entries: 0 };
    for (const table of ['accounts', 'transfers', 'entries'] as const) {
      for (const block of await hashBlocks(snapshot, table)) {
        counts[table] += Number(block.rows);
        hash.update(`${table} ${block.number} ${block.rows} `).update(block.sha256);
      }
    }
    return { sha256: hash.digest('hex'), ...counts };
  });
}

export function sayDigest({ sha256, accounts, transfers, entries }: LedgerDigest): string {
  return `sha256 ${sha256}, ${accounts} accounts, ${transfers} transfers, ${entries} entries.`;
}

interface Block {
  number: bigint;
  rows: bigint;
  sha256: Buffer;
}

/** A row's own text form tells an empty text from none and a comma from the next column. */
async function hashBlocks(db: Db, table: Table): Promise<Block[]> {
  const from = sql.raw(table);
  const { rows } = await sql<Block>`
    select number, block.rows, block.sha256
    from generate_series(0::bigint, (select max(id) / ${sql.lit(blockIds)} from ${from})) number
    cross join lateral (
      select count(*) as rows,
        sha256(convert_to(string_agg(${sql.raw(columns[table])}, E'\n' order by id),
          'UTF8')) as sha256
      from ${from}
      where id >= number * ${sql.lit(blockIds)} and id < (number + 1) * ${sql.lit(blockIds)}
    ) block
    where block.rows > 0 order by number
  `.execute(db);
  return rows;
}
