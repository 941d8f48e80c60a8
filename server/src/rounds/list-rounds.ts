import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import { rounds } from '@pitboss/contract/rounds';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { searchTerm, searchTexts } from '../lists/search.ts';
import { inRange } from '../lists/split-range.ts';
import { assertRange, listPage, sortKeysOf } from '../lists/table-page.ts';
import { countUnsettled } from './find-left.ts';
import { type RoundRow, toRound } from './round-row.ts';

type Row = Pick<RoundRow, 'id' | 'state' | 'multiplierHundredths' | 'createdAt' | 'updatedAt'>;

const sortKeys = sortKeysOf(rounds.list, {
  round: sql`r.id`,
  multiplier: sql`coalesce(r.multiplier_hundredths, 0)`,
  createdAt: sql`r.created_at`,
  updatedAt: sql`r.updated_at`,
});

export async function listRounds(
  db: Db,
  actor: Actor,
  query: BodyOf<typeof rounds.list>,
): Promise<ResultOf<typeof rounds.list>> {
  assertRange(query);
  const { startDate, endDate } = query;
  const term = searchTerm(query);
  const page = await listPage<Row>(db, query, {
    columns: sql`r.id, r.state, r.multiplier_hundredths as "multiplierHundredths",
      r.created_at as "createdAt", r.updated_at as "updatedAt"`,
    source: sql`from rounds r
      where ${inRange(sql`r.created_at`, { from: startDate, to: endDate })}`,
    search: term && searchTexts(term, [sql`r.id::text`]),
    sortKeys,
    id: sql`r.id`,
  });
  const data = page.data.map(toRound);
  // Bets of the whole platform: nobody's but SUPER's to count.
  if (actor.role !== 'SUPER') return { ...page, data };
  const unsettled = await countUnsettled(db, data);
  return { ...page, data: data.map((row) => ({ ...row, unsettled: unsettled(row.round) })) };
}
