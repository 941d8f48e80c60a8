import assert from 'node:assert/strict';
import type { Currency } from '@pitboss/contract/money';
import type { Stats } from '@pitboss/contract/reports';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';

/**
 * The dashboard's figures over the caller's branch, without demo and deleted accounts. Clients are
 * counted in every currency; play is summed in one, since currencies are never added.
 */
export async function getStats(db: Db, actor: Actor, currency: Currency): Promise<Stats> {
  const { rows } = await sql<Omit<Stats, 'currency' | 'newClients' | 'totalClients'>>`
    select coalesce(sum(bets), 0)::int as "totalBets",
      coalesce(sum(stakes_minor), 0)::bigint as "totalStakes",
      coalesce(sum(cashouts_minor), 0)::bigint as "totalCashoutAmount",
      coalesce(sum(stakes_minor - cashouts_minor), 0)::bigint as "totalPl"
    from operator_slots where operator_id = ${actor.id} and currency = ${currency}
      and not is_demo
  `.execute(db);
  const play = rows[0];
  assert(play, 'A sum always has a row.');
  return { ...play, ...(await countClients(db, actor)), currency };
}

async function countClients(db: Db, actor: Actor) {
  const { rows } = await sql<Pick<Stats, 'newClients' | 'totalClients'>>`
    select coalesce((select clients from people_counts where operator_id = ${actor.id}), 0)::int
        as "totalClients",
      (select count(*) from users
       where created_at > now() - interval '24 hours' and ancestor_ids @> array[${actor.id}::bigint]
         and role = 'USER' and not is_demo and deleted_at is null)::int as "newClients"
  `.execute(db);
  return rows[0] ?? { newClients: 0, totalClients: 0 };
}
