import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

const figures = sql`
  count(*) filter (where b.type = 'settled') as bets,
  coalesce(sum(b.stake_minor) filter (where b.type = 'settled'), 0) as stakes,
  coalesce(sum(b.cashout_minor), 0) as cashouts,
  count(*) filter (where b.type = 'void') as void_bets,
  coalesce(sum(b.stake_minor) filter (where b.type = 'void'), 0) as void_stakes`;
const kept = sql`bets, stakes_minor, cashouts_minor, void_bets, void_stakes_minor`;
const chain = sql`bets b join users u on u.id = b.user_id
  cross join unnest(u.ancestor_ids) above (id)`;

/**
 * Computes every rollup anew from the bets and answers with the first row of each that differs,
 * none when all agree.
 */
export async function auditRollups(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    (select 'client_days of user ' || user_id || ' on ' || day || ' differs from the bets' as fault
     from (
       (select user_id, day, ${kept} from client_days
        except select b.user_id, (b.created_at at time zone 'UTC')::date, ${figures}
        from bets b where b.type <> 'unsettled' group by 1, 2)
       union all
       (select b.user_id, (b.created_at at time zone 'UTC')::date, ${figures}
        from bets b where b.type <> 'unsettled' group by 1, 2
        except select user_id, day, ${kept} from client_days)
     ) odd order by user_id, day limit 1)
    union all
    (select 'operator_slots of user ' || operator_id || ' at ' || slot_at || ' differs'
     from (
       (select operator_id, currency, is_demo, slot_at, ${kept} from operator_slots
        except select above.id, b.currency, b.is_demo, slot_of(b.created_at), ${figures}
        from ${chain} where b.type <> 'unsettled' group by 1, 2, 3, 4)
       union all
       (select above.id, b.currency, b.is_demo, slot_of(b.created_at), ${figures}
        from ${chain} where b.type <> 'unsettled' group by 1, 2, 3, 4
        except select operator_id, currency, is_demo, slot_at, ${kept} from operator_slots)
     ) odd order by operator_id, slot_at limit 1)
    union all
    (select 'round_operators of round ' || round_id || ' and user ' || operator_id || ' differs'
     from (
       (select operator_id, currency, is_demo, round_id, round_at, ${kept} from round_operators
        except select above.id, b.currency, b.is_demo, b.round_id, r.created_at, ${figures}
        from ${chain} join rounds r on r.id = b.round_id
        where b.type <> 'unsettled' group by 1, 2, 3, 4, 5)
       union all
       (select above.id, b.currency, b.is_demo, b.round_id, r.created_at, ${figures}
        from ${chain} join rounds r on r.id = b.round_id
        where b.type <> 'unsettled' group by 1, 2, 3, 4, 5
        except
        select operator_id, currency, is_demo, round_id, round_at, ${kept} from round_operators)
     ) odd order by round_id, operator_id limit 1)
  `.execute(db);
  return rows.map((row) => row.fault);
}
