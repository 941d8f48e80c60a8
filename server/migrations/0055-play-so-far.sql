-- Each client's play from the beginning of a day or a month up to a moment of it, so that the play
-- of any span is a difference of a few rows of each operator, however long the span. It is written
-- by fold_play, some time after the bets: an old database is folded from its first play on, in the
-- background, and until then is read from the rollups that it has.
-- cost: activity 0.1
create table play_so_far (
  period text not null,
  at timestamptz not null,
  currency text not null,
  parent_id bigint not null,
  users bigint[] not null,
  bets int[] not null,
  stakes_minor bigint[] not null,
  pl_minor bigint[] not null,
  all_bets bigint not null,
  all_stakes_minor bigint not null,
  all_pl_minor bigint not null,
  constraint play_so_far_pkey primary key (period, at, currency, parent_id),
  constraint period_is_known check (period in ('day', 'rest of day', 'month', 'rest of month'))
);
comment on table play_so_far is 'Settled bets for real money of an operator''s own clients since '
  'the beginning (UTC) of the day, hour by hour, or of the month, day by day, up to "at", which '
  'at the end of a period is the beginning of the next; and from "at" to the end. Arrays stand '
  'side by side, with their sums.';
comment on index play_so_far_pkey is 'fold_step; players, Reports by client, dashboard.';

create table big_win_days (
  operator_id bigint not null,
  currency text not null,
  day date not null,
  place smallint not null,
  slot_at timestamptz not null,
  round_id bigint not null,
  user_id bigint not null,
  stake_minor bigint not null,
  cashout_minor bigint not null,
  constraint big_win_days_pkey primary key (operator_id, currency, day, place)
);
comment on table big_win_days is 'The largest of big_wins of each whole day (UTC), for real money.';
comment on index big_win_days_pkey is 'fold_wins; dashboard: biggest wins.';

create table play_folding (
  is_the_only_row boolean primary key default true check (is_the_only_row),
  folded_until timestamptz,
  next_until timestamptz,
  next_xid bigint
);
comment on table play_folding is 'Up to where play is folded, none before it has begun; and up to '
  'where it will be, once every transaction below next_xid has ended.';
insert into play_folding default values;

create table late_play (
  id bigint generated always as identity primary key,
  slot_at timestamptz not null
);
comment on table late_play is 'Quarters of an hour whose bets ended so late that they may be '
  'folded already: fold_play goes back to them, and nobody reads what is folded from there on.';

grant select on play_so_far, big_win_days, play_folding, late_play to node_role;

-- What an operator did stands in the Activity of all who see it alike, so it is counted once.
create table actor_slots (
  actor_id bigint not null,
  slot_at timestamptz not null,
  kind text not null,
  outcome text not null,
  events bigint not null,
  constraint actor_slots_pkey primary key (actor_id, slot_at, kind, outcome)
);
comment on table actor_slots is 'How many events of an operator''s own doing Activity has in each '
  'quarter of an hour.';
comment on index actor_slots_pkey is 'place_events; Activity of one operator: counts.';
grant select on actor_slots to node_role;
insert into actor_slots
select actor_id, slot_of(at), kind, outcome, count(*) from activity
where operator_id = actor_id group by 1, 2, 3, 4;
