import { type RawBuilder, sql } from 'kysely';
import { type Audit, auditBy, findFaults } from '../db/audit.ts';
import type { Db } from '../db/database.ts';

/** What is sealed row by row, and how one of its rows is called. */
const ofRows = {
  audit_events: 'audit event',
  transfers: 'transfer',
  multiplier_tables: 'multiplier table',
  rounds: 'round',
} as const;

/** What is sealed round by round, when that part of the round is over. */
const ofRounds = {
  bets: 'the list of bets of round',
  rounds_ended: 'the end of round',
  bets_ended: 'the settlement of round',
} as const;

type RowRecord = keyof typeof ofRows;
type RoundRecord = keyof typeof ofRounds;

/** The newest seal of a record: written down elsewhere, it shows later that nothing was cut off. */
export interface Seal {
  record: string;
  position: bigint;
  hash: string;
}

export function isSealed(record: string): boolean {
  return record in ofRows || record in ofRounds;
}

/** Ids whose digests are worked out in one step; of what goes by rounds, far more rows each. */
const stepIds = { rows: 20_000, rounds: 500 };

/** The chain of one record, every row that was sealed in it, and what is in no seal. */
function auditOf(record: RowRecord | RoundRecord): Audit {
  const isRounds = record in ofRounds;
  const name = { ...ofRows, ...ofRounds }[record];
  return {
    about: `the seals of ${record}`,
    find: async (db, since) => {
      const seals = await sealsToCheck(db, record, since);
      const broken = await findBroken(db, record, seals, isRounds ? stepIds.rounds : stepIds.rows);
      const left = isRounds
        ? forgotten(record as RoundRecord, since)
        : passedOver(record as RowRecord, since);
      const { rows } = await sql<{ fault: string }>`
        ${brokenSeal(record, seals[0]?.position ?? 1n)}
        union all ${brokenRow(record, name, broken ?? 0n)}
        union all ${unsealedRow(name, left)}`.execute(db);
      return rows.map(({ fault }) => fault);
    },
  };
}

const records = [...Object.keys(ofRows), ...Object.keys(ofRounds)] as (RowRecord | RoundRecord)[];

/**
 * Whoever owns the tables could call a change an erasure. Each stands in the record by the digest
 * of what it blanked, and leaves nothing but blanks.
 */
const erasures = auditBy(
  'what was erased',
  () => sql`
    (select 'the erasure of account ' || person_id || ' is not on record as it is' as fault
     from (select distinct person_id from erased_rows) e
     where not exists (select from audit_events a where a.action = 'admin.erase'
       and a.outcome = 'done' and a.target_kind = 'user' and a.target_id = person_id
       and a.after ->> 'digest' = erased_digest(person_id))
     order by person_id limit 1)
    union all
    (select 'transfer ' || t.id || ' has remarks although they were erased'
     from erased_rows e join transfers t on t.id = e.id
     where e.record = 'transfers' and t.remarks <> '' order by t.id limit 1)
    union all
    (select 'audit event ' || a.id || ' has words although they were erased'
     from erased_rows e join audit_events a on a.id = e.id
     where e.record = 'audit_events' and (a.message <> 'Erased.'
       or plain_facts(a.before) is distinct from a.before
       or plain_facts(a.after) is distinct from a.after) order by a.id limit 1)`,
);

export const sealAudits: Audit[] = [...records.map(auditOf), erasures];

/**
 * Checks the chain of seals and every row that was sealed, and answers with the first fault of each
 * kind: a seal that is not the one that was made, a row that was changed, removed or slipped in.
 */
export function auditSeals(db: Db): Promise<string[]> {
  return findFaults(db, sealAudits);
}

interface Sealed {
  position: bigint;
  rows: number;
}

async function sealsToCheck(db: Db, record: string, since: Date | undefined): Promise<Sealed[]> {
  const { rows } = await sql<Sealed>`
    select position, cardinality(ids) as rows from seals
    where record = ${record} and ${since ? sql`sealed_at >= ${since}` : sql`true`}
    order by position`.execute(db);
  return rows;
}

/**
 * The first seal that does not hold what it should. A busy second has a seal of its own, so there
 * are many small ones: the rows of many are read together.
 */
async function findBroken(
  db: Db,
  record: string,
  seals: Sealed[],
  idsMax: number,
): Promise<bigint | undefined> {
  for (let first = 0; first < seals.length; ) {
    let last = first;
    let ids = seals[first]?.rows ?? 0;
    while (last + 1 < seals.length && ids + (seals[last + 1]?.rows ?? 0) <= idsMax) {
      last += 1;
      ids += seals[last]?.rows ?? 0;
    }
    const positions = seals.slice(first, last + 1).map(({ position }) => position);
    const { rows } = await sql<{ position: bigint }>`
      with sealed as materialized (
        select position, id, n from seals cross join unnest(ids) with ordinality i (id, n)
        where record = ${record} and position = any(${positions}::bigint[])),
      now as materialized (
        select id, digest from record_digests(${record}, (select array_agg(id) from sealed)))
      select s.position from seals s join (
        select position, string_agg(digest, '' order by n) as digests
        from sealed left join now using (id) group by position) n using (position)
      where s.record = ${record} and n.digests is distinct from s.digests
      order by s.position limit 1`.execute(db);
    if (rows[0]) return rows[0].position;
    first = last + 1;
  }
  return undefined;
}

function brokenSeal(record: RowRecord | RoundRecord, from: bigint): RawBuilder<unknown> {
  return sql`
    (select 'seal ' || s.position || ${` of ${record} is not the one that was made`} as fault
     from seals s left join seals b on b.record = s.record and b.position = s.position - 1
     where s.record = ${record} and s.position >= ${from}
       and ((b.hash is null and s.position <> 1)
         or s.hash <> seal_hash(b.hash, s.record, s.position, s.ids, s.digests))
     order by s.position limit 1)`;
}

/** Rows are looked at one by one only in the first seal that does not hold what it should. */
function brokenRow(record: string, name: string, position: bigint): RawBuilder<unknown> {
  return sql`
    (select ${`${name} `} || sealed.id || case
       when d.digest is null then ' is gone since it was put into seal '
       else ' was changed since it was put into seal ' end || s.position as fault
     from seals s cross join unnest(s.ids) with ordinality sealed (id, n)
     left join record_digests(s.record, s.ids) d on d.id = sealed.id
     where s.record = ${record} and s.position = ${position}
       and d.digest is distinct from substr(s.digests, (sealed.n::int - 1) * 16 + 1, 16)
     order by sealed.n limit 1)`;
}

function unsealedRow(name: string, left: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    (select ${`${name} `} || id || ' is in no seal' as fault from (${left}) odd
     order by id limit 1)`;
}

/** Ids that were not there when their turn came may still come; any other was put in afterwards. */
function passedOver(record: RowRecord, since: Date | undefined): RawBuilder<unknown> {
  const at = record === 'audit_events' ? sql`at` : sql`created_at`;
  return sql`
    select id from ${sql.table(record)}
    where id <= (select last_id from sealing where record = ${record})
      and ${since ? sql`${at} >= ${since}` : sql`true`}
    except select unnest(ids) from seals where record = ${record} and ${sealedSince(since)}
    except select id from unsealed_gaps where record = ${record}`;
}

/** A round whose opening is sealed waits for the rest; one that does not was taken off the list. */
function forgotten(record: RoundRecord, since: Date | undefined): RawBuilder<unknown> {
  return sql`
    select unnest(ids) as id from seals where record = 'rounds' and ${sealedSince(since)}
    except select unnest(ids) from seals where record = ${record} and ${sealedSince(since)}
    except select round_id from rounds_to_seal where record = ${record}`;
}

/** What was written from a day on was sealed from then on, whatever a clock that was set says. */
function sealedSince(since: Date | undefined): RawBuilder<unknown> {
  return since ? sql`sealed_at >= ${since}::timestamptz - interval '1 day'` : sql`true`;
}

export async function newestSeals(db: Db): Promise<Seal[]> {
  const { rows } = await sql<Seal>`
    select distinct on (record) record, position, encode(hash, 'hex') as hash
    from seals order by record, position desc`.execute(db);
  return rows;
}

/** Whether a seal that was written down is still in the chain. */
export async function hasSeal(db: Db, { record, position, hash }: Seal): Promise<boolean> {
  const { rows } = await sql`
    select from seals where record = ${record} and position = ${position}
      and hash = decode(${hash}, 'hex')`.execute(db);
  return rows.length === 1;
}
