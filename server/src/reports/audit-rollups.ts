import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

const betFigures = sql`
  count(*) filter (where b.type = 'settled') as bets,
  coalesce(sum(b.stake_minor) filter (where b.type = 'settled'), 0) as stakes,
  coalesce(sum(b.cashout_minor), 0) as cashouts,
  count(*) filter (where b.type = 'void') as void_bets,
  coalesce(sum(b.stake_minor) filter (where b.type = 'void'), 0) as void_stakes`;
const keptOfBets = sql`bets, stakes_minor, cashouts_minor, void_bets, void_stakes_minor`;
const ended = sql`bets b join users u on u.id = b.user_id
  cross join unnest(u.ancestor_ids) above (id)`;
const entryFigures = sql`count(*) as entries, sum(greatest(e.amount_minor, 0)) as deposits,
  sum(greatest(-e.amount_minor, 0)) as withdrawals`;
const wallets = sql`entries e join accounts a on a.id = e.account_id and a.kind = 'wallet'`;

interface Rollup {
  table: string;
  /** What is kept, and the same computed anew, with columns in one order. */
  kept: RawBuilder<unknown>;
  computed: RawBuilder<unknown>;
}

const rollups: Rollup[] = [
  {
    table: 'client_days',
    kept: sql`select user_id, day, ${keptOfBets} from client_days`,
    computed: sql`select b.user_id, (b.created_at at time zone 'UTC')::date, ${betFigures}
      from bets b where b.type <> 'unsettled' group by 1, 2`,
  },
  {
    table: 'client_slots',
    kept: sql`select parent_id, currency, is_demo, slot_at, user_id, bets, stakes_minor,
      cashouts_minor from client_slots`,
    computed: sql`select parent_id, currency, is_demo, slot_of(created_at), user_id, count(*),
      sum(stake_minor), sum(cashout_minor) from bets where type = 'settled' group by 1, 2, 3, 4, 5`,
  },
  {
    table: 'big_wins',
    kept: sql`select operator_id, currency, is_demo, slot_at, place::bigint, round_id, user_id,
      stake_minor, cashout_minor from big_wins`,
    computed: sql`select * from (
        select above.id, b.currency, b.is_demo, slot_of(b.created_at), row_number() over (
            partition by above.id, b.currency, b.is_demo, slot_of(b.created_at)
            order by b.cashout_minor - b.stake_minor desc, b.round_id, b.user_id, b.stake_minor)
          as place, b.round_id, b.user_id, b.stake_minor, b.cashout_minor
        from ${ended} where b.cashout_minor > b.stake_minor) ranked where place <= 5`,
  },
  {
    table: 'operator_slots',
    kept: sql`select operator_id, slot_at, currency, is_demo, ${keptOfBets} from operator_slots`,
    computed: sql`select above.id, slot_of(b.created_at), b.currency, b.is_demo, ${betFigures}
      from ${ended} where b.type <> 'unsettled' group by 1, 2, 3, 4`,
  },
  {
    table: 'round_operators',
    kept: sql`select operator_id, round_id, round_at, currency, is_demo, ${keptOfBets}
      from round_operators`,
    computed: sql`select above.id, b.round_id, r.created_at, b.currency, b.is_demo, ${betFigures}
      from ${ended} join rounds r on r.id = b.round_id
      where b.type <> 'unsettled' group by 1, 2, 3, 4, 5`,
  },
  {
    table: 'round_slots',
    kept: sql`select operator_id, slot_at, currency, is_demo, rounds, bets, stakes_minor,
      cashouts_minor from round_slots`,
    computed: sql`select operator_id, slot_of(round_at), currency, is_demo, count(*), sum(bets),
      sum(stakes_minor), sum(cashouts_minor) from round_operators where bets > 0
      group by 1, 2, 3, 4`,
  },
  {
    table: 'wallet_days',
    kept: sql`select account_id, day, entries, deposits_minor, withdrawals_minor from wallet_days`,
    computed: sql`select e.account_id, (e.created_at at time zone 'UTC')::date, ${entryFigures}
      from ${wallets} group by 1, 2`,
  },
  {
    table: 'statement_slots',
    kept: sql`select operator_id, slot_at, currency, is_demo, sum(entries), sum(deposits_minor),
      sum(withdrawals_minor) from statement_slots group by 1, 2, 3, 4`,
    computed: sql`select above.id, slot_of(e.created_at), a.currency, e.is_demo, ${entryFigures}
      from ${wallets} join users u on u.id = a.user_id
      cross join unnest(statement_chain(u)) above (id) group by 1, 2, 3, 4`,
  },
  {
    table: 'request_days',
    kept: sql`select operator_id, day, type, status, requests from request_days
      where requests <> 0`,
    computed: sql`
      select above.id, (r.created_at at time zone 'UTC')::date, r.type, r.status, count(*)
      from cash_requests r join users u on u.id = r.user_id
      cross join unnest(u.ancestor_ids) above (id) group by 1, 2, 3, 4`,
  },
  {
    table: 'people_counts',
    kept: sql`select operator_id, children, clients from people_counts
      where children <> 0 or clients <> 0`,
    computed: sql`select above.id, count(*) filter (where u.parent_id = above.id),
      count(*) filter (where u.role = 'USER' and not u.is_demo)
      from users u cross join unnest(u.ancestor_ids) above (id) where u.deleted_at is null
      group by 1
      having count(*) filter (where u.parent_id = above.id) <> 0
        or count(*) filter (where u.role = 'USER' and not u.is_demo) <> 0`,
  },
];

/**
 * Computes every rollup anew from what it counts and answers with the first row of each that
 * differs, none when all agree.
 */
export async function auditRollups(db: Db): Promise<string[]> {
  const odd = rollups.map(
    ({ table, kept, computed }) => sql`
      (select ${table} || ' differs at ' || odd::text as fault
       from ((${kept} except ${computed}) union all (${computed} except ${kept})) odd
       order by odd::text limit 1)`,
  );
  const owners = sql`
    (select 'entry ' || e.id || ' does not say whose it is' as fault
     from entries e join accounts a on a.id = e.account_id left join users u on u.id = a.user_id
     where (a.kind = 'wallet') is distinct from (e.owner_id is not null)
       or (e.owner_id is not null and (e.owner_id, e.owner_parent_id, e.currency)
         is distinct from (u.id, u.parent_id, a.currency))
     order by e.id limit 1)`;
  const { rows } = await sql<{ fault: string }>`
    ${sql.join([...odd, owners], sql` union all `)}`.execute(db);
  return rows.map((row) => row.fault);
}
