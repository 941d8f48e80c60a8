import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { checkout } from '../kernel/checkout.ts';

const script = new URL('deploy/retention/archive-month.sql', checkout);

/** The last month that lies so many whole months back: "2026-08". */
export function monthBefore(now: Date, months: number): string {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  return first.toISOString().slice(0, 7);
}

/** Settled bets of rounds that ended in a month or before it, and are not in the archive. */
export async function countBetsUntil(db: Db, month: string): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from bets b where b.type <> 'unsettled' and b.round_id <= (
      select max(id) from rounds
      where ended_at < (${`${month}-01`}::timestamp + interval '1 month') at time zone 'UTC')
  `.execute(db);
  return rows[0]?.count ?? 0n;
}

/** Moves them with their money's legs into the archive, batch by batch, while everything runs. */
export async function archiveUntil(db: Db, month: string): Promise<bigint> {
  await sql.raw(await readFile(script, 'utf8')).execute(db);
  const before = await countArchived(db);
  await sql`call archive.move_month(${`${month}-01`}::date)`.execute(db);
  await sql`vacuum (analyze) bets, transfers, entries`.execute(db);
  return (await countArchived(db)) - before;
}

async function countArchived(db: Db): Promise<bigint> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('archive.bets') is not null as there`.execute(db);
  if (!rows[0]?.there) return 0n;
  const counted = await sql<{ count: bigint }>`select count(*) from archive.bets`.execute(db);
  return counted.rows[0]?.count ?? 0n;
}
