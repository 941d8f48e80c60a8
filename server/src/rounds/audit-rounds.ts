import { type Band, type Table, tableOf } from '@pitboss/engine/band';
import { crashPoint } from '@pitboss/engine/crash-point';
import { tableHash } from '@pitboss/engine/table-hash';
import { sql } from 'kysely';
import { type Audit, auditBy, findFaults, writtenSince } from '../db/audit.ts';
import type { Db } from '../db/database.ts';

const stepRounds = 5_000;
/** Below every id that a row can have, of whoever wrote it. */
const belowAll = -(1n << 63n);

interface Drawn {
  id: bigint;
  seed: string;
  tableId: bigint;
  hundredths: number;
}

export const roundAudits: Audit[] = [
  auditBy(
    'the hashes of rounds',
    (since) => sql`
      (select 'round ' || id || ' does not have the hash of its seed' as fault
       from ${writtenSince('rounds', since)} r
       where hash <> encode(sha256(seed), 'hex') order by id limit 1)
      union all
      (select 'round ' || id || ' did not crash where it was drawn'
       from ${writtenSince('rounds', since)} r
       where source = 'engine' and multiplier_hundredths <> drawn_hundredths
       order by id limit 1)`,
  ),
  { about: 'the draws of rounds', find: findOddDraws },
];

/**
 * Holds every round against what it was committed to: the hash of its seed, the hash of its table,
 * and the crash point, drawn again. Answers with the first fault of each kind.
 */
export function auditRounds(db: Db): Promise<string[]> {
  return findFaults(db, roundAudits);
}

async function findOddDraws(db: Db, since?: Date): Promise<string[]> {
  const tables = await listTables(db);
  const oddTable = tables.find(({ table, hash }) => tableHash(table) !== hash);
  const known = new Map(tables.map(({ id, table }) => [id, table]));
  const oddRound = await findOddDraw(db, known, since);
  return [
    ...(oddTable ? [`multiplier table ${oddTable.id} does not have the hash of its bands`] : []),
    ...(oddRound ? [`round ${oddRound} was drawn otherwise than its seed and its table say`] : []),
  ];
}

async function listTables(db: Db): Promise<{ id: bigint; table: Table; hash: string }[]> {
  const { rows } = await sql<{ id: bigint; bands: Band[]; builtIn: number | null; hash: string }>`
    select id, bands, built_in_millionths as "builtIn", hash
    from multiplier_tables order by id`.execute(db);
  return rows.map(({ id, bands, builtIn, hash }) => ({ id, table: tableOf(bands, builtIn), hash }));
}

/** Draws are no work for the database: they are made again here, some thousand at a time. */
async function findOddDraw(
  db: Db,
  tables: Map<bigint, Table>,
  since: Date | undefined,
): Promise<bigint | undefined> {
  for (let last = belowAll; ; ) {
    const { rows } = await sql<Drawn>`
      select id, encode(seed, 'hex') as seed, multiplier_table_id as "tableId",
        drawn_hundredths as hundredths
      from ${writtenSince('rounds', since)} r where id > ${last}
      order by id limit ${stepRounds}`.execute(db);
    const odd = rows.find((row) => drawAgain(row, tables.get(row.tableId)) !== row.hundredths);
    if (odd) return odd.id;
    if (rows.length < stepRounds) return undefined;
    last = rows.at(-1)?.id ?? last;
  }
}

/** A table that was changed may be one that nothing can be drawn from. */
function drawAgain({ id, seed }: Drawn, table: Table | undefined): number | undefined {
  try {
    return table && crashPoint(seed, id, table);
  } catch {
    return undefined;
  }
}
