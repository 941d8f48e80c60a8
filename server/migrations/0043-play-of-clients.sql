-- What the dashboard and the reports by client are read from: the play of each client by quarter of
-- an hour, and the largest wins of each branch in it.
-- cost: bets 0.3, users 0.2
create table client_slots (
  parent_id bigint not null,
  currency text not null,
  is_demo boolean not null,
  slot_at timestamptz not null,
  user_id bigint not null,
  bets bigint not null,
  stakes_minor bigint not null,
  cashouts_minor bigint not null,
  constraint client_slots_pkey primary key (parent_id, currency, is_demo, slot_at, user_id)
) with (fillfactor = 70);
comment on table client_slots is 'Settled bets by client and quarter of an hour of their placing, '
  'in the order of the operators whose clients they are.';
comment on index client_slots_pkey is 'add_to_client_slots; players, Reports by client, dashboard.';
grant select on client_slots to node_role;

create table big_wins (
  operator_id bigint not null,
  currency text not null,
  is_demo boolean not null,
  slot_at timestamptz not null,
  place smallint not null,
  round_id bigint not null,
  user_id bigint not null,
  stake_minor bigint not null,
  cashout_minor bigint not null,
  constraint big_wins_pkey primary key (operator_id, currency, is_demo, slot_at, place)
) with (fillfactor = 70);
comment on table big_wins is 'The five bets that clients of a branch won most by, of those placed '
  'in a quarter of an hour.';
comment on index big_wins_pkey is 'add_to_big_wins; dashboard: biggest wins.';
grant select on big_wins to node_role;

-- What wrong passwords are counted by is a hash of the name; the dashboard asks whose it is.
create index users_by_hashed_name on users (sha256(lower(username)::bytea));
comment on index users_by_hashed_name is 'Dashboard: whose sign-in is held up.';

-- Archived months are part of it.
do $$
begin
  if to_regproc('archive.show_whole') is not null then call archive.show_whole(); end if;
end $$;
insert into client_slots
select parent_id, currency, is_demo, slot_of(created_at), user_id, count(*), sum(stake_minor),
  sum(cashout_minor)
from bets where type = 'settled' group by 1, 2, 3, 4, 5;
-- First of each operator's own clients: the best of a branch are among those.
insert into big_wins
select * from (
  select above.id, w.currency, w.is_demo, w.slot_at,
    row_number() over (partition by above.id, w.currency, w.is_demo, w.slot_at
      order by w.cashout_minor - w.stake_minor desc, w.round_id, w.user_id, w.stake_minor) as place,
    w.round_id, w.user_id, w.stake_minor, w.cashout_minor
  from (
    select *, slot_of(created_at) as slot_at,
      row_number() over (partition by parent_id, currency, is_demo, slot_of(created_at)
        order by cashout_minor - stake_minor desc, round_id, user_id, stake_minor) as n
    from bets where cashout_minor > stake_minor
  ) w join users p on p.id = w.parent_id cross join unnest(p.ancestor_ids || p.id) above (id)
  where w.n <= 5
) ranked where place <= 5;
drop view if exists pg_temp.bets, pg_temp.transfers, pg_temp.entries;
