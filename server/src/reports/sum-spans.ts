import type { Span } from '@pitboss/contract/dashboard';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { PlayScope } from './play-scope.ts';

export interface Sums {
  bets: bigint;
  stakes: bigint;
  cashout: bigint;
}

/** The settled bets of each span, in their order. */
export async function sumSpans(db: Db, scope: PlayScope, spans: Span[]): Promise<Sums[]> {
  const { rows } = await sql<Sums>`
    select p.bets, p.stakes, p.cashout
    from ${spanRows(spans)}
    cross join lateral (
      select coalesce(sum(bets), 0)::bigint as bets,
        coalesce(sum(stakes_minor), 0)::bigint as stakes,
        coalesce(sum(cashouts_minor), 0)::bigint as cashout
      from ${scope.isClient ? ofClient(scope) : ofBranch(scope)}) p
    order by span.n`.execute(db);
  return rows;
}

export function spanRows(spans: Span[]): RawBuilder<unknown> {
  const [from, to] = [spans.map((span) => span.from), spans.map((span) => span.to)];
  return sql`unnest(${from}::timestamptz[], ${to}::timestamptz[])
    with ordinality span (from_at, to_at, n)`;
}

function ofBranch({ id, currency }: PlayScope): RawBuilder<unknown> {
  return sql`operator_slots where operator_id = ${id} and currency = ${currency} and not is_demo
    and slot_at >= span.from_at and slot_at < span.to_at`;
}

/** One client's bets are few enough to be looked at. */
function ofClient({ id }: PlayScope): RawBuilder<unknown> {
  return sql`(select 1 as bets, stake_minor as stakes_minor, cashout_minor as cashouts_minor
    from bets where user_id = ${id} and type = 'settled'
      and created_at >= span.from_at and created_at < span.to_at) own`;
}
