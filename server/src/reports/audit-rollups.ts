import { sql } from 'kysely';
import { type Audit, auditBy, findFaults, writtenSince } from '../db/audit.ts';
import type { Db } from '../db/database.ts';
import { playRollups, type Rollup, type Rows } from './audit-play.ts';

const betFigures = sql`
  count(*) filter (where b.type = 'settled') as bets,
  coalesce(sum(b.stake_minor) filter (where b.type = 'settled'), 0)::bigint as stakes,
  coalesce(sum(b.cashout_minor), 0)::bigint as cashouts,
  count(*) filter (where b.type = 'void') as void_bets,
  coalesce(sum(b.stake_minor) filter (where b.type = 'void'), 0)::bigint as void_stakes`;
/** The same, of figures that were made for each person first: a branch is long, its people few. */
const sums = sql`sum(p.bets), sum(p.stakes), sum(p.cashouts), sum(p.void_bets),
  sum(p.void_stakes)`;
const keptOfBets = sql`bets, stakes_minor, cashouts_minor, void_bets, void_stakes_minor`;
const entryFigures = sql`count(*) as entries,
  sum(greatest(e.amount_minor, 0))::bigint as deposits,
  sum(greatest(-e.amount_minor, 0))::bigint as withdrawals`;

/** What is not folded yet is in no sum of a statement. */
const isFolded = sql`e.owner_id is not null
  and e.created_at < (select folded_until from statement_folding)`;

/** The bets that count, from a day of their placing on. */
const bets: Rows = (since) => writtenSince('bets', since);
/** Rollups are kept by quarters of an hour or by days: no such step lies across a day's end. */
const from = (column: 'day' | 'slot_at' | 'round_at', since: Date | undefined) => {
  if (!since) return sql`true`;
  const day = since.toISOString().slice(0, 10);
  return column === 'day' ? sql`day >= ${day}::date` : sql`${sql.ref(column)} >= ${since}`;
};

const rollups: Rollup[] = [
  ...playRollups,
  {
    table: 'client_days',
    kept: (since) => sql`select user_id, day, ${keptOfBets} from client_days
      where ${from('day', since)}`,
    computed: (since) => sql`
      select b.user_id, (b.created_at at time zone 'UTC')::date, ${betFigures}
      from ${bets(since)} b where b.type <> 'unsettled' group by 1, 2`,
  },
  {
    table: 'client_slots',
    kept: (since) => sql`select parent_id, currency, is_demo, slot_at, user_id, bets, stakes_minor,
      cashouts_minor from client_slots where ${from('slot_at', since)}`,
    computed: (since) => sql`
      select parent_id, currency, is_demo, slot_of(created_at), user_id, count(*),
        sum(stake_minor), sum(cashout_minor)
      from ${bets(since)} b where type = 'settled' group by 1, 2, 3, 4, 5`,
  },
  {
    table: 'big_wins',
    kept: (since) => sql`
      select operator_id, currency, is_demo, slot_at, place::bigint, round_id, user_id,
        stake_minor, cashout_minor from big_wins where ${from('slot_at', since)}`,
    computed: (since) => sql`select * from (
        select above.id, b.currency, b.is_demo, slot_of(b.created_at), row_number() over (
            partition by above.id, b.currency, b.is_demo, slot_of(b.created_at)
            order by b.cashout_minor - b.stake_minor desc, b.round_id, b.user_id, b.stake_minor)
          as place, b.round_id, b.user_id, b.stake_minor, b.cashout_minor
        from ${bets(since)} b join users u on u.id = b.user_id
        cross join unnest(u.ancestor_ids) above (id)
        where b.cashout_minor > b.stake_minor) ranked where place <= 5`,
  },
  {
    table: 'operator_slots',
    kept: (since) => sql`select operator_id, slot_at, currency, is_demo, ${keptOfBets}
      from operator_slots where ${from('slot_at', since)}`,
    computed: (since) => sql`
      select above.id, p.slot_at, p.currency, p.is_demo, ${sums}
      from (select b.user_id, slot_of(b.created_at) as slot_at, b.currency, b.is_demo, ${betFigures}
        from ${bets(since)} b where b.type <> 'unsettled' group by 1, 2, 3, 4) p
      join users u on u.id = p.user_id cross join unnest(u.ancestor_ids) above (id)
      group by 1, 2, 3, 4`,
  },
  {
    table: 'round_operators',
    kept: (since) => sql`select operator_id, round_id, round_at, currency, is_demo, ${keptOfBets}
      from round_operators where ${from('round_at', since)}`,
    computed: (since) => sql`
      select above.id, p.round_id, r.created_at, p.currency, p.is_demo, ${sums}
      from (select b.round_id, u.ancestor_ids, b.currency, b.is_demo, ${betFigures}
        from bets b join users u on u.id = b.user_id
        where b.type <> 'unsettled' and ${
          since ? sql`b.round_id in (select id from ${writtenSince('rounds', since)} r)` : sql`true`
        } group by 1, 2, 3, 4) p
      join rounds r on r.id = p.round_id cross join unnest(p.ancestor_ids) above (id)
      group by 1, 2, 3, 4, 5`,
  },
  {
    table: 'round_slots',
    kept: (since) => sql`select operator_id, slot_at, currency, is_demo, rounds, bets, stakes_minor,
      cashouts_minor from round_slots where ${from('slot_at', since)}`,
    computed: (since) => sql`
      select operator_id, slot_of(round_at), currency, is_demo, count(*), sum(bets),
        sum(stakes_minor), sum(cashouts_minor)
      from ${writtenSince('round_operators', since)} r where bets > 0 group by 1, 2, 3, 4`,
  },
  {
    table: 'wallet_days',
    kept: (since) => sql`select account_id, day, entries, deposits_minor, withdrawals_minor
      from wallet_days where ${from('day', since)}`,
    computed: (since) => sql`
      select e.account_id, (e.created_at at time zone 'UTC')::date, ${entryFigures}
      from ${writtenSince('entries', since)} e where ${isFolded} group by 1, 2`,
  },
  {
    table: 'statement_slots',
    kept: (since) => sql`select operator_id, slot_at, currency, is_demo, entries,
      deposits_minor, withdrawals_minor from statement_slots where ${from('slot_at', since)}`,
    computed: (since) => sql`
      select above.id, p.slot_at, p.currency, p.is_demo, sum(p.entries), sum(p.deposits),
        sum(p.withdrawals)
      from (select e.owner_id as user_id, slot_of(e.created_at) as slot_at, e.currency, e.is_demo,
          ${entryFigures}
        from ${writtenSince('entries', since)} e
        where ${isFolded} group by 1, 2, 3, 4) p
      join (select u.id, statement_chain(u) as chain from users u offset 0) u on u.id = p.user_id
      cross join unnest(u.chain) above (id) group by 1, 2, 3, 4`,
  },
  {
    table: 'request_days',
    kept: (since) => sql`select operator_id, day, type, status, requests from request_days
      where requests <> 0 and ${from('day', since)}`,
    computed: (since) => sql`
      select above.id, (r.created_at at time zone 'UTC')::date, r.type, r.status, count(*)
      from ${writtenSince('cash_requests', since)} r join users u on u.id = r.user_id
      cross join unnest(u.ancestor_ids) above (id) group by 1, 2, 3, 4`,
  },
  {
    table: 'people_counts',
    kept: () => sql`select operator_id, children, clients from people_counts
      where children <> 0 or clients <> 0`,
    computed: () => sql`select above.id, count(*) filter (where u.parent_id = above.id),
      count(*) filter (where u.role = 'USER' and not u.is_demo)
      from users u cross join unnest(u.ancestor_ids) above (id) where u.deleted_at is null
      group by 1
      having count(*) filter (where u.parent_id = above.id) <> 0
        or count(*) filter (where u.role = 'USER' and not u.is_demo) <> 0`,
  },
];

/**
 * Both are worked out once, then held against each other. Where every kept row has its computed one
 * and they are as many, none is left over: the other direction is asked for where it is not so.
 */
function compare({ table, kept, computed }: Rollup): Audit {
  return auditBy(
    `the totals in ${table}`,
    (since) => sql`
      with kept as materialized (${kept(since)}), computed as materialized (${computed(since)}),
      wrong as materialized (table kept except all table computed)
      select ${table} || ' differs at ' || odd::text as fault
      from (table wrong union all (
        select * from computed where exists (select from wrong)
          or (select count(*) from kept) <> (select count(*) from computed)
        except all table kept)) odd
      order by odd::text limit 1`,
  );
}

const owners = auditBy(
  'whose entries are',
  (since) => sql`
    select 'entry ' || e.id || ' does not say whose it is' as fault
    from ${writtenSince('entries', since)} e
    join accounts a on a.id = e.account_id left join users u on u.id = a.user_id
    where (a.kind = 'wallet') is distinct from (e.owner_id is not null)
      or (e.owner_id is not null and (e.owner_id, e.owner_parent_id, e.currency)
        is distinct from (u.id, u.parent_id, a.currency))
    order by e.id limit 1`,
);

export const rollupAudits: Audit[] = [...rollups.map(compare), owners];

/**
 * Computes every rollup anew from what it counts and answers with the first row of each that
 * differs, none when all agree.
 */
export function auditRollups(db: Db): Promise<string[]> {
  return findFaults(db, rollupAudits);
}
