import type { Span } from '@pitboss/contract/dashboard';
import type { Currency } from '@pitboss/contract/money';
import type { VersionPl } from '@pitboss/contract/play-reports';
import { chanceInterval, returnRange } from '@pitboss/engine/chance';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { drawnFrom, type StoredBand } from '../multipliers/tables.ts';
import { assertSpans } from './play-scope.ts';

interface Row {
  version: bigint;
  bands: StoredBand[];
  builtInMillionths: number | null;
  rounds: number;
  paid: number;
  bets: number;
  stakes: bigint;
  cashout: bigint;
  stakesSquared: number;
  bothTimes: number;
  cashoutsSquared: number;
}

/** What a branch played in rounds opened in the span, by the table they were drawn from. */
export async function sumByVersion(
  db: Db,
  actor: Actor,
  currency: Currency,
  { from, to }: Span,
): Promise<VersionPl[]> {
  assertSpans('from', [{ from, to }]);
  const { rows } = await sql<Row>`
    select t.id as version, t.bands, t.built_in_millionths as "builtInMillionths", s.*
    from (
      select r.multiplier_table_id as table_id, count(*)::int as rounds,
        count(*) filter (where o.cashouts_minor > 0)::int as paid, sum(o.bets)::int as bets,
        sum(o.stakes_minor)::bigint as stakes, sum(o.cashouts_minor)::bigint as cashout,
        sum(o.stakes_minor::float8 * o.stakes_minor) as "stakesSquared",
        sum(o.stakes_minor::float8 * o.cashouts_minor) as "bothTimes",
        sum(o.cashouts_minor::float8 * o.cashouts_minor) as "cashoutsSquared"
      from round_operators o join rounds r on r.id = o.round_id
      where o.operator_id = ${actor.id} and o.currency = ${currency} and not o.is_demo
        and o.bets > 0 and o.round_at >= ${from}::timestamptz and o.round_at < ${to}::timestamptz
      group by 1) s
    join multiplier_tables t on t.id = s.table_id order by t.id desc`.execute(db);
  return rows.map(toVersionPl);
}

function toVersionPl(row: Row): VersionPl {
  const { version, rounds, bets, stakes, cashout } = row;
  const { lowest, highest } = returnRange(drawnFrom(row));
  const { stakesSquared, bothTimes, cashoutsSquared } = row;
  const chance = chanceInterval(
    { paid: row.paid, stakes: Number(stakes), stakesSquared, bothTimes, cashoutsSquared },
    { lowest, highest },
  );
  return {
    version,
    rounds,
    bets,
    stakes,
    cashout,
    pl: stakes - cashout,
    returnMin: lowest,
    returnMax: highest,
    chance: chance ?? null,
  };
}
