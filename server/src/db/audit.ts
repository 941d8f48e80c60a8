import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** One thing that is checked of the books. */
export interface Audit {
  /** What is looked at, for whoever waits. */
  about: string;
  /** The first fault of each kind: of all there is, or of what was written from a day on (UTC). */
  find(db: Db, since?: Date): Promise<string[]>;
}

type Fault = { fault: string };

/** A check that is one statement. */
export function auditBy(
  about: string,
  query: (since: Date | undefined) => RawBuilder<unknown>,
): Audit {
  return {
    about,
    find: async (db, since) => {
      const { rows } = await sql<Fault>`${query(since)}`.execute(db);
      return rows.map(({ fault }) => fault);
    },
  };
}

type Dated = 'bets' | 'entries' | 'transfers' | 'rounds' | 'cash_requests' | 'round_operators';

/** The rows of a table that were written from that day on, or all of them. */
export function writtenSince(table: Dated, since: Date | undefined): RawBuilder<unknown> {
  if (!since) return sql`${sql.table(table)}`;
  const at = table === 'round_operators' ? sql`round_at` : sql`created_at`;
  return sql`(select * from ${sql.table(table)} where ${at} >= ${since})`;
}

/** One after the other; who waits hears what is looked at. */
export async function findFaults(
  db: Db,
  audits: Audit[],
  { since, onStep = () => {} }: { since?: Date | undefined; onStep?: OnStep } = {},
): Promise<string[]> {
  const faults: string[] = [];
  for (const [done, { about, find }] of audits.entries()) {
    onStep({ about, done, of: audits.length });
    faults.push(...(await find(db, since)));
  }
  return faults;
}

export type OnStep = (step: { about: string; done: number; of: number }) => void;
