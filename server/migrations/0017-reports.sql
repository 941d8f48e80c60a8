-- Rollups of bets that have ended, written in the transaction that ends them, so that totals,
-- counts and reports cost the same at any number of bets. Play money is kept apart by is_demo.

-- By operator of the chain, currency and quarter of an hour of the bet's placing.
alter table operator_slots drop constraint operator_slots_pkey;
alter table operator_slots add column is_demo boolean not null default false;
alter table operator_slots alter column is_demo drop default;
alter table operator_slots add column void_bets bigint not null default 0;
alter table operator_slots add column void_stakes_minor bigint not null default 0;
alter table operator_slots add primary key (operator_id, currency, is_demo, slot_at);

-- By client and day (UTC) of the bet's placing.
create table client_days (
  user_id bigint not null references users (id),
  day date not null,
  bets bigint not null,
  stakes_minor bigint not null,
  cashouts_minor bigint not null,
  void_bets bigint not null,
  void_stakes_minor bigint not null,
  primary key (user_id, day)
);

-- By round, operator of the chain and currency.
create table round_operators (
  operator_id bigint not null references users (id),
  currency text not null,
  is_demo boolean not null,
  round_id bigint not null references rounds (id),
  round_at timestamptz not null,
  bets bigint not null,
  stakes_minor bigint not null,
  cashouts_minor bigint not null,
  void_bets bigint not null,
  void_stakes_minor bigint not null,
  primary key (operator_id, currency, is_demo, round_id)
);
create index round_operators_by_time on round_operators
  (operator_id, currency, is_demo, round_at, round_id);

-- The quarter of an hour that a moment lies in; it fits every time zone in use.
create function slot_of(p_at timestamptz) returns timestamptz language sql immutable as $$
  select date_bin('15 minutes', p_at, '2000-01-01 00:00:00+00')
$$;

-- Adds bets that have just ended to the rollups, each table in the order of its key.
create function add_to_rollups(p_bet_ids bigint[]) returns void language plpgsql
set join_collapse_limit = 1 set enable_seqscan = off as $$
begin
  insert into client_days as d
    (user_id, day, bets, stakes_minor, cashouts_minor, void_bets, void_stakes_minor)
  select b.user_id, (b.created_at at time zone 'UTC')::date,
    count(*) filter (where b.type = 'settled'),
    coalesce(sum(b.stake_minor) filter (where b.type = 'settled'), 0),
    coalesce(sum(b.cashout_minor), 0),
    count(*) filter (where b.type = 'void'),
    coalesce(sum(b.stake_minor) filter (where b.type = 'void'), 0)
  from unnest(p_bet_ids) ended (id) join bets b on b.id = ended.id
  group by 1, 2 order by 1, 2
  on conflict (user_id, day) do update set
    bets = d.bets + excluded.bets,
    stakes_minor = d.stakes_minor + excluded.stakes_minor,
    cashouts_minor = d.cashouts_minor + excluded.cashouts_minor,
    void_bets = d.void_bets + excluded.void_bets,
    void_stakes_minor = d.void_stakes_minor + excluded.void_stakes_minor;

  insert into operator_slots as s (operator_id, currency, is_demo, slot_at, bets, stakes_minor,
    cashouts_minor, void_bets, void_stakes_minor)
  select above.id, b.currency, b.is_demo, slot_of(b.created_at),
    count(*) filter (where b.type = 'settled'),
    coalesce(sum(b.stake_minor) filter (where b.type = 'settled'), 0),
    coalesce(sum(b.cashout_minor), 0),
    count(*) filter (where b.type = 'void'),
    coalesce(sum(b.stake_minor) filter (where b.type = 'void'), 0)
  from unnest(p_bet_ids) ended (id) join bets b on b.id = ended.id
  join users u on u.id = b.user_id cross join unnest(u.ancestor_ids) above (id)
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (operator_id, currency, is_demo, slot_at) do update set
    bets = s.bets + excluded.bets,
    stakes_minor = s.stakes_minor + excluded.stakes_minor,
    cashouts_minor = s.cashouts_minor + excluded.cashouts_minor,
    void_bets = s.void_bets + excluded.void_bets,
    void_stakes_minor = s.void_stakes_minor + excluded.void_stakes_minor;

  insert into round_operators as o (operator_id, currency, is_demo, round_id, round_at, bets,
    stakes_minor, cashouts_minor, void_bets, void_stakes_minor)
  select above.id, b.currency, b.is_demo, b.round_id, r.created_at,
    count(*) filter (where b.type = 'settled'),
    coalesce(sum(b.stake_minor) filter (where b.type = 'settled'), 0),
    coalesce(sum(b.cashout_minor), 0),
    count(*) filter (where b.type = 'void'),
    coalesce(sum(b.stake_minor) filter (where b.type = 'void'), 0)
  from unnest(p_bet_ids) ended (id) join bets b on b.id = ended.id
  join rounds r on r.id = b.round_id
  join users u on u.id = b.user_id cross join unnest(u.ancestor_ids) above (id)
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4
  on conflict (operator_id, currency, is_demo, round_id) do update set
    bets = o.bets + excluded.bets,
    stakes_minor = o.stakes_minor + excluded.stakes_minor,
    cashouts_minor = o.cashouts_minor + excluded.cashouts_minor,
    void_bets = o.void_bets + excluded.void_bets,
    void_stakes_minor = o.void_stakes_minor + excluded.void_stakes_minor;
end $$;
