import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { usualRules } from './odds.ts';

/** The demo with its operators and nothing of its month, as one that was told to its end. */
export async function shortDemo(db: Db): Promise<void> {
  await seedDemo(db, {
    betCount: 0,
    rtp: usualRules,
    say: () => {},
    stopping: AbortSignal.abort(),
  });
  await sql`update demo_story set told_until = ends_at`.execute(db);
}
