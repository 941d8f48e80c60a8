import { type RawBuilder, sql } from 'kysely';
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

/**
 * Checks the chain of seals and every row that was sealed, and answers with the first fault of each
 * kind: a seal that is not the one that was made, a row that was changed, removed or slipped in.
 */
export async function auditSeals(db: Db): Promise<string[]> {
  const faults: string[] = [];
  const look = async (record: RowRecord | RoundRecord, name: string, left: RawBuilder<unknown>) => {
    const { rows } = await sql<{ fault: string }>`
      ${brokenSeal(record)} union all ${brokenRow(record, name)}
      union all ${unsealedRow(name, left)}`.execute(db);
    faults.push(...rows.map(({ fault }) => fault));
  };
  for (const record of Object.keys(ofRows) as RowRecord[]) {
    await look(record, ofRows[record], passedOver(record));
  }
  for (const record of Object.keys(ofRounds) as RoundRecord[]) {
    await look(record, ofRounds[record], forgotten(record));
  }
  return faults;
}

function brokenSeal(record: RowRecord | RoundRecord): RawBuilder<unknown> {
  return sql`
    (select ${`seal `} || position || ${` of ${record} is not the one that was made`} as fault
     from (select *, lag(hash) over in_turn as before, lag(position) over in_turn as last
       from seals where record = ${record} window in_turn as (order by position)) s
     where position <> coalesce(last, 0) + 1
       or hash <> seal_hash(before, record, position, ids, digests)
     order by position limit 1)`;
}

/** Rows are looked at one by one only in the first seal that does not hold what it should. */
function brokenRow(record: RowRecord | RoundRecord, name: string): RawBuilder<unknown> {
  return sql`
    (select ${`${name} `} || sealed.id || case
       when d.digest is null then ' is gone since it was put into seal '
       else ' was changed since it was put into seal ' end || s.position as fault
     from (select s.* from seals s cross join lateral (
         select array_agg(id order by id) as ids, string_agg(digest, '' order by id) as digests
         from record_digests(s.record, s.ids)) now
       where s.record = ${record} and (now.ids, now.digests) is distinct from (s.ids, s.digests)
       order by s.position limit 1) s
     cross join unnest(s.ids) with ordinality sealed (id, n)
     left join record_digests(s.record, s.ids) d on d.id = sealed.id
     where d.digest is distinct from substr(s.digests, (sealed.n::int - 1) * 16 + 1, 16)
     order by sealed.n limit 1)`;
}

function unsealedRow(name: string, left: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    (select ${`${name} `} || id || ' is in no seal' as fault from (${left}) odd
     order by id limit 1)`;
}

/** Ids that were not there when their turn came may still come; any other was put in afterwards. */
function passedOver(record: RowRecord): RawBuilder<unknown> {
  return sql`
    select id from ${sql.table(record)}
    where id <= (select last_id from sealing where record = ${record})
    except select unnest(ids) from seals where record = ${record}
    except select id from unsealed_gaps where record = ${record}`;
}

/** A round whose opening is sealed waits for the rest; one that does not was taken off the list. */
function forgotten(record: RoundRecord): RawBuilder<unknown> {
  return sql`
    select unnest(ids) as id from seals where record = 'rounds'
    except select unnest(ids) from seals where record = ${record}
    except select round_id from rounds_to_seal where record = ${record}`;
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
