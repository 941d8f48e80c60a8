import type { Version } from '@pitboss/contract/multipliers';
import type { Band } from '@pitboss/engine/band';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { toWireOdds } from './tables.ts';

const versionsInAnswer = 50;

interface Row extends Omit<Version, 'bands' | 'builtIn' | 'rounds'> {
  bands: Band[];
  builtInMillionths: number | null;
  rounds: bigint;
}

/** Published versions, newest first; those below a number, where one is given. */
export async function listVersions(
  db: Db,
  { before }: { before?: bigint | undefined },
): Promise<Version[]> {
  const { rows } = await sql<Row>`
    select ${described},
      (select count(*) from rounds r where r.multiplier_table_id = t.id) as rounds
    ${source} where ${before ?? null}::bigint is null or t.id < ${before ?? null}
    order by t.id desc limit ${versionsInAnswer}`.execute(db);
  return rows.map(({ rounds, ...row }) => ({ ...toVersion(row), rounds: Number(rounds) }));
}

/** The one in play, without the count of its rounds, which may be many. */
export async function getInPlay(db: Db) {
  const { rows } = await sql<Omit<Row, 'rounds'>>`
    select ${described} ${source} order by t.id desc limit 1`.execute(db);
  return rows.map((row) => toVersion(row))[0];
}

const described = sql`t.id as version, t.hash, t.bands, t.reason, t.created_at as "createdAt",
  t.built_in_millionths as "builtInMillionths", u.username as author,
  (select min(r.id) from rounds r where r.multiplier_table_id = t.id) as "firstRound",
  t.id = (select max(id) from multiplier_tables) as "isInPlay"`;
const source = sql`from multiplier_tables t left join users u on u.id = t.actor_id`;

function toVersion({ bands, builtInMillionths, ...row }: Omit<Row, 'rounds'>) {
  return { ...row, ...toWireOdds({ bands, builtInMillionths }) };
}
