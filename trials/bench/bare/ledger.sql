-- A ledger with nothing in it but what a bet is about, as the measure of what this PostgreSQL on
-- this machine can do: a wallet with its balance and what of it is at stake, bets, a statement with
-- the balance after each line, and four rollups. It knows no operators, limits, play money, holds,
-- guards or lists, so it has no index but its keys and the one that a round is settled by.
create schema bare;
create table bare.rounds (id bigint primary key, crash_hundredths int);
create table bare.wallets (
  client_id bigint primary key,
  balance_minor bigint not null,
  at_stake_minor bigint not null default 0,
  lines bigint not null default 0,
  check (at_stake_minor between 0 and balance_minor)
);
create table bare.bets (
  id bigint generated always as identity primary key,
  round_id bigint not null,
  client_id bigint not null,
  stake_minor bigint not null,
  auto_hundredths int,
  cashout_minor bigint,
  placed_at timestamptz not null default now()
);
create index on bare.bets (round_id);
create table bare.statement (
  client_id bigint,
  line bigint,
  bet_id bigint not null,
  amount_minor bigint not null,
  balance_after_minor bigint not null,
  written_at timestamptz not null default now(),
  primary key (client_id, line)
);
create table bare.by_client_day (
  client_id bigint,
  day date,
  bets bigint not null,
  won bigint not null,
  stakes_minor bigint not null,
  cashouts_minor bigint not null,
  primary key (client_id, day)
);
create table bare.by_slot (
  slot_at timestamptz primary key,
  bets bigint not null,
  won bigint not null,
  stakes_minor bigint not null,
  cashouts_minor bigint not null
);
create table bare.by_day (
  day date primary key,
  bets bigint not null,
  won bigint not null,
  stakes_minor bigint not null,
  cashouts_minor bigint not null
);
create table bare.by_round (
  round_id bigint primary key,
  bets bigint not null,
  won bigint not null,
  stakes_minor bigint not null,
  cashouts_minor bigint not null
);

-- Places a batch: whoever has the money for all that it asks for is in. Answers how many bets.
create function bare.place(
  p_round_id bigint, p_clients bigint[], p_stakes bigint[], p_autos int[]
) returns bigint language plpgsql as $$
declare
  v_able bigint[];
  v_placed bigint;
begin
  perform from bare.rounds where id = p_round_id and crash_hundredths is null for share;
  if not found then raise exception 'round % takes no bets', p_round_id; end if;
  perform from bare.wallets where client_id = any (p_clients)
  order by client_id for no key update;
  with wished as (
    select client_id, sum(stake)::bigint as stake
    from unnest(p_clients, p_stakes) wish (client_id, stake) group by client_id
  ), staked as (
    update bare.wallets w set at_stake_minor = w.at_stake_minor + wished.stake
    from wished where w.client_id = wished.client_id
      and wished.stake <= w.balance_minor - w.at_stake_minor
    returning w.client_id
  )
  select array_agg(client_id) into v_able from staked;
  insert into bare.bets (round_id, client_id, stake_minor, auto_hundredths)
  select p_round_id, client_id, stake, auto
  from unnest(p_clients, p_stakes, p_autos) with ordinality wish (client_id, stake, auto, place)
  where client_id = any (v_able) order by place;
  get diagnostics v_placed = row_count;
  return v_placed;
end $$;

-- Settles a round, each part as one statement over the bets. Answers how many bets.
create function bare.settle(p_round_id bigint, p_crash_hundredths int) returns bigint
language plpgsql as $$
declare v_settled bigint;
begin
  update bare.rounds set crash_hundredths = p_crash_hundredths
  where id = p_round_id and crash_hundredths is null;
  if not found then raise exception 'round % has ended before', p_round_id; end if;
  update bare.bets set cashout_minor = case when auto_hundredths <= p_crash_hundredths
    then stake_minor * auto_hundredths / 100 else 0 end
  where round_id = p_round_id;
  get diagnostics v_settled = row_count;
  perform from bare.wallets
  where client_id in (select client_id from bare.bets where round_id = p_round_id)
  order by client_id for no key update;
  insert into bare.statement (client_id, line, bet_id, amount_minor, balance_after_minor)
  select b.client_id, w.lines + row_number() over upto, b.id, b.cashout_minor - b.stake_minor,
    w.balance_minor + sum(b.cashout_minor - b.stake_minor) over upto
  from bare.bets b join bare.wallets w using (client_id) where b.round_id = p_round_id
  window upto as (partition by b.client_id order by b.id);
  update bare.wallets w set balance_minor = w.balance_minor + played.cashouts - played.stakes,
    at_stake_minor = w.at_stake_minor - played.stakes, lines = w.lines + played.bets
  from (
    select client_id, count(*) as bets, sum(stake_minor)::bigint as stakes,
      sum(cashout_minor)::bigint as cashouts
    from bare.bets where round_id = p_round_id group by client_id
  ) played where w.client_id = played.client_id;
  insert into bare.by_client_day as d
  select client_id, (placed_at at time zone 'UTC')::date, count(*),
    count(*) filter (where cashout_minor > 0), sum(stake_minor), sum(cashout_minor)
  from bare.bets where round_id = p_round_id group by 1, 2 order by 1, 2
  on conflict (client_id, day) do update set bets = d.bets + excluded.bets,
    won = d.won + excluded.won, stakes_minor = d.stakes_minor + excluded.stakes_minor,
    cashouts_minor = d.cashouts_minor + excluded.cashouts_minor;
  insert into bare.by_slot as s
  select date_bin('15 minutes', placed_at, 'epoch'), count(*),
    count(*) filter (where cashout_minor > 0), sum(stake_minor), sum(cashout_minor)
  from bare.bets where round_id = p_round_id group by 1 order by 1
  on conflict (slot_at) do update set bets = s.bets + excluded.bets,
    won = s.won + excluded.won, stakes_minor = s.stakes_minor + excluded.stakes_minor,
    cashouts_minor = s.cashouts_minor + excluded.cashouts_minor;
  insert into bare.by_day as d
  select (placed_at at time zone 'UTC')::date, count(*),
    count(*) filter (where cashout_minor > 0), sum(stake_minor), sum(cashout_minor)
  from bare.bets where round_id = p_round_id group by 1 order by 1
  on conflict (day) do update set bets = d.bets + excluded.bets,
    won = d.won + excluded.won, stakes_minor = d.stakes_minor + excluded.stakes_minor,
    cashouts_minor = d.cashouts_minor + excluded.cashouts_minor;
  insert into bare.by_round
  select p_round_id, count(*), count(*) filter (where cashout_minor > 0), sum(stake_minor),
    sum(cashout_minor)
  from bare.bets where round_id = p_round_id;
  return v_settled;
end $$;

-- What is wrong in it: nothing, or the anchor is none.
create function bare.faults(p_first_balance_minor bigint) returns bigint language sql as $$
  select (
    select count(*) from bare.wallets w left join (
      select client_id, sum(amount_minor) as amount, count(*) as lines from bare.statement
      group by client_id) s using (client_id)
    where w.at_stake_minor <> 0 or w.lines <> coalesce(s.lines, 0)
      or w.balance_minor <> p_first_balance_minor + coalesce(s.amount, 0)
  ) + (
    select count(*) from (
      select balance_after_minor - amount_minor as before,
        lag(balance_after_minor, 1, p_first_balance_minor)
          over (partition by client_id order by line) as shown
      from bare.statement) lines
    where before <> shown
  ) + (
    select count(*) from (
      select count(*) as bets, sum(stake_minor) as stakes, sum(cashout_minor) as cashouts
      from bare.bets) b, (
      select sum(bets) as bets, sum(stakes_minor) as stakes, sum(cashouts_minor) as cashouts
      from bare.by_client_day) d, (
      select sum(bets) as bets, sum(stakes_minor) as stakes, sum(cashouts_minor) as cashouts
      from bare.by_slot) s, (
      select sum(bets) as bets, sum(stakes_minor) as stakes, sum(cashouts_minor) as cashouts
      from bare.by_day) y, (
      select sum(bets) as bets, sum(stakes_minor) as stakes, sum(cashouts_minor) as cashouts
      from bare.by_round) r
    where (b.bets, b.stakes, b.cashouts) <> (d.bets, d.stakes, d.cashouts)
      or (b.bets, b.stakes, b.cashouts) <> (s.bets, s.stakes, s.cashouts)
      or (b.bets, b.stakes, b.cashouts) <> (y.bets, y.stakes, y.cashouts)
      or (b.bets, b.stakes, b.cashouts) <> (r.bets, r.stakes, r.cashouts)
  )
$$;
