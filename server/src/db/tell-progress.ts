import { sql } from 'kysely';
import type { Db } from './database.ts';

/** What goes on, for whoever waits for it. */
export type Tell = (line: string) => void;

const tickMs = 10_000;

interface Watched {
  tell: Tell;
  /** Names the work, as the beginning of a line. */
  what: string;
  /** Where an index that is being built can be looked at from. */
  beside?: Db;
}

/** Does the work and tells that it has begun, while it takes long that it goes on, and its end. */
export async function tellProgress<T>(
  { tell, what, beside }: Watched,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const since = () => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
  tell(`${what} …`);
  const timer = setInterval(async () => {
    const share = beside && (await indexShare(beside).catch(() => undefined));
    tell(`${what}: at it for ${since()}${share === undefined ? '' : `, index ${share} % built`}`);
  }, tickMs);
  try {
    const result = await work();
    tell(`${what}: done after ${since()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

async function indexShare(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ share: number | null }>`
    select round(100.0 * greatest(blocks_done, tuples_done)
      / nullif(greatest(blocks_total, tuples_total), 0))::int as share
    from pg_stat_progress_create_index where datname = current_database() limit 1`.execute(db);
  return rows[0]?.share ?? undefined;
}
