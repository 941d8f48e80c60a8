import type { Span } from '@pitboss/contract/dashboard';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type Cover, coverSpan, type Mark } from './cover-span.ts';
import { operatorsOf, type PlayScope } from './play-scope.ts';

/** A branch with the operators whose clients are in it, and how far their play is folded. */
export interface PlayBranch extends PlayScope {
  operators: bigint[];
  foldedUntil: Date;
  /** Whether its clients are too many to be looked at one by one on a node that serves others. */
  isCrowd: boolean;
}

const crowd = 20_000;

export async function findBranch(db: Db, scope: PlayScope): Promise<PlayBranch> {
  // To start another process takes longer than what follows.
  const { rows } = await sql<{ until: Date; isCrowd: boolean }>`
    select play_folded_until() as until,
      exists (select from people_counts where operator_id = ${scope.id} and clients > ${crowd})
        as "isCrowd",
      set_config('max_parallel_workers_per_gather', '0', true)`.execute(db);
  const operators = await operatorsOf(db, scope);
  const [{ until: foldedUntil, isCrowd } = { until: new Date(0), isCrowd: false }] = rows;
  return { ...scope, operators, foldedUntil, isCrowd };
}

type Column = 'parent_id' | 'user_id' | 'bets' | 'stakes' | 'pl';
type Columns = Record<Column, RawBuilder<unknown>>;

/** What is folded, each client apart. Bets are few enough for four bytes, which add up faster. */
const ofMarks: Columns = {
  parent_id: sql`f.parent_id`,
  user_id: sql`unnest(f.users)`,
  bets: sql`m.sign * unnest(f.bets)`,
  stakes: sql`m.sign * unnest(f.stakes_minor)`,
  pl: sql`m.sign * unnest(f.pl_minor)`,
};
/** The same for whoever asks for no clients. */
const ofAll: Omit<Columns, 'user_id'> = {
  parent_id: sql`f.parent_id`,
  bets: sql`m.sign * f.all_bets`,
  stakes: sql`m.sign * f.all_stakes_minor`,
  pl: sql`m.sign * f.all_pl_minor`,
};
const ofDays: Columns = {
  parent_id: sql`u.parent_id`,
  user_id: sql`d.user_id`,
  bets: sql`d.bets::int`,
  stakes: sql`d.stakes_minor`,
  pl: sql`d.stakes_minor - d.cashouts_minor`,
};
const ofSlots: Columns = {
  parent_id: sql`c.parent_id`,
  user_id: sql`c.user_id`,
  bets: sql`c.bets::int`,
  stakes: sql`c.stakes_minor`,
  pl: sql`c.stakes_minor - c.cashouts_minor`,
};
const ofBets: Columns = {
  parent_id: sql`b.parent_id`,
  user_id: sql`b.user_id`,
  bets: sql`1`,
  stakes: sql`b.stake_minor`,
  pl: sql`b.stake_minor - b.cashout_minor`,
};

/**
 * Rows whose sums are what a branch played in a span, with these columns. What is folded comes from
 * that, the rest from rollups, and what is left at the very ends from the bets.
 */
export function playParts(branch: PlayBranch, span: Span, columns: Column[]): RawBuilder<unknown> {
  const cover = coverSpan(span, branch.foldedUntil);
  const asks = columns.includes('user_id') ? ofMarks : { ...ofMarks, ...ofAll };
  const select = (of: Columns, from: RawBuilder<unknown>) =>
    sql`select ${sql.join(columns.map((column) => of[column]))} from ${from}`;
  const { operators, currency } = branch;
  const parts = [
    ...(cover.marks.length > 0 ? [select(asks, marked(branch, cover.marks))] : []),
    ...cover.days.map((days) =>
      select(
        ofDays,
        sql`client_days d join users u on u.id = d.user_id
          where u.parent_id = any (${operators}::bigint[]) and u.currency = ${currency}
            and not u.is_demo and d.bets > 0 and d.day >= ${day(days.from)}
            and d.day < ${day(days.to)}`,
      ),
    ),
    ...cover.slots.map((slots) =>
      select(
        ofSlots,
        sql`client_slots c
          where c.parent_id = any (${operators}::bigint[]) and c.currency = ${currency}
            and not c.is_demo and ${isIn(sql`c.slot_at`, slots)}`,
      ),
    ),
    ...endsOf(branch, cover).map((bets) => select(ofBets, bets)),
    sql`select ${sql.join(columns.map(zeroOf))} where false`,
  ];
  const names = sql.join(columns.map((column) => sql.ref(column)));
  return sql`(${sql.join(parts, sql` union all `)}) part (${names})`;
}

const zeroOf = (column: Column) => (column === 'bets' ? sql`0` : sql`0::bigint`);

function marked({ operators, currency }: PlayBranch, marks: Mark[]): RawBuilder<unknown> {
  const [periods, ats, signs] = [
    marks.map(({ period }) => period),
    marks.map(({ at }) => at),
    marks.map(({ sign }) => sign),
  ];
  return sql`unnest(${periods}::text[], ${ats}::timestamptz[], ${signs}::int[])
      m (period, at, sign)
    join play_so_far f on f.period = m.period and f.at = m.at and f.currency = ${currency}
      and f.parent_id = any (${operators}::bigint[])`;
}

function endsOf({ operators, currency }: PlayBranch, { bets }: Cover): RawBuilder<unknown>[] {
  return bets.map(
    (end) => sql`bets b
      where b.parent_id = any (${operators}::bigint[]) and b.currency = ${currency}
        and not b.is_demo and b.type = 'settled' and ${isIn(sql`b.created_at`, end)}`,
  );
}

const day = (at: Date) => sql`${at.toISOString().slice(0, 10)}::date`;

function isIn(at: RawBuilder<unknown>, { from, to }: Span): RawBuilder<unknown> {
  return sql`${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz`;
}

/** One row for each client that played in the span: user_id, bets, stakes, cashout, pl. */
export function playOfClients(branch: PlayBranch, span: Span): RawBuilder<unknown> {
  return sql`
    select user_id, sum(bets)::bigint as bets, sum(stakes)::bigint as stakes,
      (sum(stakes) - sum(pl))::bigint as cashout, sum(pl)::bigint as pl
    from ${playParts(branch, span, ['user_id', 'bets', 'stakes', 'pl'])}
    group by 1 having sum(bets) > 0`;
}
