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

interface Scope {
  since?: Date | undefined;
  onStep?: OnStep;
}

/** One after the other; who waits hears what is looked at. */
export function findFaults(db: Db, audits: Audit[], scope: Scope = {}): Promise<string[]> {
  return findFaultsBeside([db], audits, scope);
}

/**
 * On as many connections at a time as are given, all of one state; the answer is in the order of
 * the audits. A second one begins with the last of them, and they meet.
 */
export async function findFaultsBeside(
  connections: Db[],
  audits: Audit[],
  { since, onStep = () => {} }: Scope = {},
): Promise<string[]> {
  const found: string[][] = audits.map(() => []);
  const left = [...audits.entries()];
  const of = audits.length;
  const work = async (db: Db, next: () => [number, Audit] | undefined) => {
    for (let one = next(); one; one = next()) {
      const [place, { about, find }] = one;
      onStep({ about, done: of - left.length - 1, of });
      found[place] = await find(db, since);
    }
  };
  const working = connections.map((db, index) =>
    work(db, () => (index === 0 ? left.shift() : left.pop())),
  );
  // A connection in use cannot be let go of: each comes to its end first.
  for (const ended of await Promise.allSettled(working)) {
    if (ended.status === 'rejected') throw ended.reason;
  }
  return found.flat();
}

export type OnStep = (step: { about: string; done: number; of: number }) => void;
