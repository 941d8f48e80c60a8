import { type RawBuilder, sql } from 'kysely';

export type Rows = (since: Date | undefined) => RawBuilder<unknown>;

export interface Rollup {
  table: string;
  /** What is kept, and the same computed anew, with columns in one order. */
  kept: Rows;
  computed: Rows;
}

/** What is not folded, or is to be folded again, is nobody's figure. */
const until = sql`(select play_folded_until())`;
const steps = sql`(values ('day', interval '1 hour'), ('month', interval '24 hours'))
  steps (name, step)`;
/** A period ends where the next begins. */
const isEnd = sql`f.at = date_trunc(steps.name, f.at, 'UTC')`;
const after = (at: 'at' | 'slot_at', since: Date | undefined) =>
  since ? sql`${sql.ref(at)} ${sql.raw(at === 'at' ? '>' : '>=')} ${since}` : sql`true`;
/** Sums of each client, of a kind of rows of play_so_far, at a moment that stands for theirs. */
const sums = (sign: 1 | -1, at: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
  select steps.name, ${at} as at, f.currency, f.parent_id, unnest(f.users) as user_id,
    ${sql.raw(String(sign))} * unnest(f.bets) as bets,
    ${sql.raw(String(sign))} * unnest(f.stakes_minor) as stakes,
    ${sql.raw(String(sign))} * unnest(f.pl_minor) as pl
  from play_so_far f cross join ${steps} where ${which} and f.at <= ${until}`;
const ofClients = sql`name, at, currency, parent_id, user_id, sum(bets), sum(stakes), sum(pl)`;
const isSoFar = sql`f.period = steps.name`;

export const playRollups: Rollup[] = [
  {
    // What each step added: the difference to the one before it in the same period.
    table: 'play_so_far',
    kept: (since) => sql`
      select ${ofClients}
      from (${sums(1, sql`f.at`, isSoFar)}
        union all ${sums(-1, sql`f.at + steps.step`, sql`${isSoFar} and not ${isEnd}`)}) part
      where at <= ${until} and ${after('at', since)}
      group by 1, 2, 3, 4, 5 having (sum(bets), sum(stakes), sum(pl)) <> (0, 0, 0)`,
    computed: (since) => sql`
      select steps.name, date_bin(steps.step, slot_at, '2000-01-01 00:00:00+00') + steps.step,
        currency, parent_id, user_id, sum(bets), sum(stakes_minor),
        sum(stakes_minor - cashouts_minor)
      from client_slots cross join ${steps}
      where not is_demo and ${after('slot_at', since)}
        and slot_at < date_bin(steps.step, ${until}, '2000-01-01 00:00:00+00')
      group by 1, 2, 3, 4, 5`,
  },
  {
    // What a period had and what was left of it are together all of it, at each of its steps.
    table: 'play_so_far',
    kept: (since) => sql`
      select ${ofClients}
      from (${sums(
        1,
        sql`f.at`,
        sql`f.period in (steps.name, 'rest of ' || steps.name)
        and not ${isEnd}`,
      )}) part
      where at < date_trunc(name, ${until}, 'UTC') and ${after('at', since)}
      group by 1, 2, 3, 4, 5`,
    computed: (since) => sql`
      select name, step.at, currency, parent_id, user_id, sum(bets), sum(stakes), sum(pl)
      from (${sums(1, sql`f.at`, sql`${isSoFar} and ${isEnd}`)}) whole
      cross join lateral (
        select generate_series(
          case name when 'day' then at - interval '23 hours'
            else date_trunc('month', at - interval '1 hour', 'UTC') + interval '24 hours' end,
          at - case name when 'day' then interval '1 hour' else interval '24 hours' end,
          case name when 'day' then interval '1 hour' else interval '24 hours' end) as at) step
      where ${since ? sql`step.at > ${since}` : sql`true`}
      group by 1, 2, 3, 4, 5`,
  },
  {
    table: 'play_so_far',
    kept: (since) => sql`
      select period, at, currency, parent_id, all_bets, all_stakes_minor, all_pl_minor
      from play_so_far where ${after('at', since)}`,
    computed: (since) => sql`
      select period, at, currency, parent_id, sum(bets), sum(stakes), sum(pl)
      from (select period, at, currency, parent_id, unnest(bets) as bets,
          unnest(stakes_minor) as stakes, unnest(pl_minor) as pl
        from play_so_far where ${after('at', since)}) part group by 1, 2, 3, 4`,
  },
  {
    table: 'big_win_days',
    kept: (since) => sql`
      select operator_id, currency, day, place::bigint, slot_at, round_id, user_id, stake_minor,
        cashout_minor from big_win_days
      where ${since ? sql`day >= (${since}::timestamptz at time zone 'UTC')::date` : sql`true`}
        and day < (${until} at time zone 'UTC')::date`,
    computed: (since) => sql`select * from (
        select operator_id, currency, (slot_at at time zone 'UTC')::date as day, row_number() over (
            partition by operator_id, currency, (slot_at at time zone 'UTC')::date
            order by cashout_minor - stake_minor desc, round_id, user_id, stake_minor) as place,
          slot_at, round_id, user_id, stake_minor, cashout_minor
        from big_wins where not is_demo and ${after('slot_at', since)}) ranked
      where place <= 5 and day < (${until} at time zone 'UTC')::date`,
  },
];
