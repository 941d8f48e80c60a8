import type { Span } from '@pitboss/contract/dashboard';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { coverSpan, type Mark } from './cover-span.ts';
import { operatorsOf, type PlayScope } from './play-scope.ts';

/** A branch with the operators whose clients are in it, and how far their play is folded. */
export interface PlayBranch extends PlayScope {
  operators: bigint[];
  foldedUntil: Date;
}

export async function findBranch(db: Db, scope: PlayScope): Promise<PlayBranch> {
  const { rows } = await sql<{ until: Date }>`select play_folded_until() as until`.execute(db);
  const operators = await operatorsOf(db, scope);
  return { ...scope, operators, foldedUntil: rows[0]?.until ?? new Date(0) };
}

/** Rows of play_so_far where each client's sums are apart, with the sign of their mark. */
function marked({ operators, currency }: PlayBranch, marks: Mark[]): RawBuilder<unknown> {
  const [periods, ats, signs] = [
    marks.map(({ period }) => period),
    marks.map(({ at }) => at),
    marks.map(({ sign }) => sign),
  ];
  return sql`
    select f.parent_id, unnest(f.users), m.sign * unnest(f.bets),
      m.sign * unnest(f.stakes_minor), m.sign * unnest(f.cashouts_minor)
    from unnest(${periods}::text[], ${ats}::timestamptz[], ${signs}::bigint[])
      m (period, at, sign)
    join play_so_far f on f.period = m.period and f.at = m.at and f.currency = ${currency}
      and f.parent_id = any (${operators}::bigint[])`;
}

/** Settled bets by client, on whole days of UTC. */
function ofDays({ operators, currency }: PlayBranch, { from, to }: Span): RawBuilder<unknown> {
  const day = (at: Date) => sql`${at.toISOString().slice(0, 10)}::date`;
  return sql`
    select u.parent_id, d.user_id, d.bets, d.stakes_minor, d.cashouts_minor
    from client_days d join users u on u.id = d.user_id
    where u.parent_id = any (${operators}::bigint[]) and u.currency = ${currency}
      and not u.is_demo and d.bets > 0 and d.day >= ${day(from)} and d.day < ${day(to)}`;
}

function ofSlots({ operators, currency }: PlayBranch, span: Span): RawBuilder<unknown> {
  return sql`
    select c.parent_id, c.user_id, c.bets, c.stakes_minor, c.cashouts_minor from client_slots c
    where c.parent_id = any (${operators}::bigint[]) and c.currency = ${currency}
      and not c.is_demo and ${isIn(sql`c.slot_at`, span)}`;
}

function ofBets({ operators, currency }: PlayBranch, span: Span): RawBuilder<unknown> {
  return sql`
    select b.parent_id, b.user_id, 1::bigint, b.stake_minor, b.cashout_minor from bets b
    where b.parent_id = any (${operators}::bigint[]) and b.currency = ${currency}
      and not b.is_demo and b.type = 'settled' and ${isIn(sql`b.created_at`, span)}`;
}

function isIn(at: RawBuilder<unknown>, { from, to }: Span): RawBuilder<unknown> {
  return sql`${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz`;
}

/**
 * One row for each client that played in the span: parent_id, user_id, bets, stakes, cashout, pl.
 * What is folded comes from that, the rest from rollups, and what is left at the very ends from
 * the bets.
 */
export function playOfClients(branch: PlayBranch, span: Span): RawBuilder<unknown> {
  const { marks, days, slots, bets } = coverSpan(span, branch.foldedUntil);
  const parts = [
    ...(marks.length > 0 ? [marked(branch, marks)] : []),
    ...days.map((part) => ofDays(branch, part)),
    ...slots.map((part) => ofSlots(branch, part)),
    ...bets.map((part) => ofBets(branch, part)),
    sql`select 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint where false`,
  ];
  return sql`
    select parent_id, user_id, sum(bets)::bigint as bets, sum(stakes)::bigint as stakes,
      sum(cashouts)::bigint as cashout, (sum(stakes) - sum(cashouts))::bigint as pl
    from (${sql.join(parts, sql` union all `)}) part (parent_id, user_id, bets, stakes, cashouts)
    group by 1, 2 having sum(bets) > 0`;
}
